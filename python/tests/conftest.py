"""What all tests of this folder need."""

import signal

# A shell that starts a command in the background has it ignore Ctrl-C, and what is to be interrupted would never end.
signal.signal(signal.SIGINT, signal.default_int_handler)
