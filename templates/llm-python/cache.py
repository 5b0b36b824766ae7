"""Answers on disk, one file for each request, so that a run repeats without a call."""

import hashlib
import json
import os
import tempfile
from pathlib import Path

from settings import ModelError


class Cache:
    def __init__(self, folder):
        self._folder = folder

    def path_of(self, request):
        """Named after the whole request: another model, seed, limit or price is another file."""
        text = json.dumps(request, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        name = hashlib.sha256(text.encode("utf-8")).hexdigest()
        return self._folder / f"{name}.json"

    def get(self, request):
        """The answer to this request, None if there is none. Raises ModelError at a damaged file."""
        path = self.path_of(request)
        try:
            record = json.loads(path.read_bytes().decode("utf-8"))
            if record["request"] != request:
                raise ValueError("it holds another request")
            return checked(record["answer"])
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise ModelError(f"{path} cannot be used ({error!r}); restore or remove it") from None

    def put(self, request, answer):
        """Keeps an answer and returns the one that counts: of two runs side by side, the first one's."""
        path = self.path_of(request)
        text = json.dumps({"request": request, "answer": answer}, ensure_ascii=False, indent=1)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            descriptor, new = tempfile.mkstemp(dir=self._folder, prefix=".new-")
            try:
                with open(descriptor, "wb") as file:
                    file.write(text.encode("utf-8") + b"\n")
                    file.flush()
                    os.fsync(file.fileno())
                os.chmod(new, 0o644)  # a temporary file is its owner's alone
                appear(new, path)
            finally:
                Path(new).unlink(missing_ok=True)
        except OSError as error:
            raise ModelError(f"{path} cannot be written: {error}") from None
        return self.get(request)


def appear(new, path):
    """The file is there whole or not at all; one that is there already stays."""
    try:
        os.link(new, path)
    except FileExistsError:
        pass
    except OSError:
        os.replace(new, path)  # a file system without links: whole as well, but the last one stays


def checked(answer):
    """An answer as it was put. Raises ValueError, KeyError or TypeError if it is not."""
    usage = answer["usage"]
    if not isinstance(answer["content"], str) or set(usage) != {"tokens_in", "tokens_out"}:
        raise ValueError("it holds no answer")
    if not all(type(count) is int and 0 <= count < 2**64 for count in usage.values()):
        raise ValueError("its token counts are none")
    return answer
