"""What a test program expects, and its last lines."""

_passed = 0
_faults = []


def expect(good, sentence):
    global _passed
    _passed += bool(good)
    if not good:
        _faults.append(sentence)


def expected():
    """Prints what has failed, and the numbers; the status of the program."""
    for fault in _faults:
        print("FAILED", fault)
    print(f"{_passed} passed, {len(_faults)} failed")
    return 1 if _faults else 0
