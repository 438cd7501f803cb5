"""Reads one message a line as a server in Python would, and says what it is a call of, as a digest."""
import hashlib
import json
import struct
import sys


def normal(value):
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, (int, float)):
        near = float(value)
        # a whole number that no double holds is another value here than elsewhere
        return "n" + (struct.pack(">d", near + 0.0).hex() if near == value else "!" + str(value))
    if isinstance(value, str):
        return "s" + value.encode("utf-8", "surrogatepass").hex()
    if isinstance(value, list):
        return "[" + ",".join(normal(item) for item in value) + "]"
    members = sorted((key.encode("utf-8", "surrogatepass").hex(), normal(item)) for key, item in value.items())
    return "{" + ",".join(key + ":" + item for key, item in members) + "}"


for line in sys.stdin.buffer:
    try:
        message = json.loads(line)
        params = message.get("params") or {}
        name = params.get("name", "")
        read = normal([message.get("method", ""), name if isinstance(name, str) else "", params.get("arguments")])
        print(hashlib.sha256(read.encode()).hexdigest())
    except Exception as error:  # whatever it is, it is not what the others read
        print("error " + type(error).__name__)
