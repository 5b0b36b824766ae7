"""Runs a program on a pseudo-terminal that takes everything it writes, and says when.

    terminalSink.py COLUMNS ROWS UNTIL KEYS -- PROGRAM [ARGUMENT ...]

Once UNTIL (a text) was written, KEYS are typed; then the program's end is waited for. Prints
one JSON object: milliseconds since the start of every write, with its bytes and the frames
that begin in it; when UNTIL was seen; processor time with that of its children; the exit code.
"""
import fcntl
import json
import os
import pty
import select
import struct
import sys
import termios
import time

FRAME = b'\x1b[?2026h'

columns, rows, until, keys = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3].encode(), sys.argv[4].encode()
started = time.monotonic()
pid, terminal = pty.fork()
if pid == 0:
    os.environ['TERM'] = 'xterm-256color'
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
    os.execvp(sys.argv[6], sys.argv[6:])

writes, tail, seen = [], b'', None
deadline = started + 90
while time.monotonic() < deadline:
    ready, _, _ = select.select([terminal], [], [], 1)
    if not ready:
        continue
    try:
        chunk = os.read(terminal, 1 << 16)
    except OSError:  # The program has closed its end.
        break
    if not chunk:
        break
    now = round((time.monotonic() - started) * 1000, 1)
    # A mark may come in two reads.
    joined = tail + chunk
    writes.append([now, len(chunk), joined.count(FRAME) - tail.count(FRAME)])
    if seen is None and until in joined:
        seen = now
        os.write(terminal, keys)
    tail = joined[-256:]
else:
    os.kill(pid, 9)
_, status, used = os.wait4(pid, 0)
print(
    json.dumps(
        {
            'writes': writes,
            'seen_ms': seen,
            'ended_ms': round((time.monotonic() - started) * 1000, 1),
            'processor_ms': round((used.ru_utime + used.ru_stime) * 1000, 1),
            'exit_code': os.waitstatus_to_exitcode(status),
        }
    )
)
