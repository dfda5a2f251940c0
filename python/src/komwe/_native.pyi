# The extension module that cffi makes: its objects have no types in Python.
from typing import Any

ffi: Any
lib: Any
