"""Answers on disk, one file for each request, so that a run repeats without a call."""

import hashlib
import json
import os
import tempfile

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
            with tempfile.NamedTemporaryFile(dir=self._folder, prefix=".new-", delete=False) as file:
                try:
                    file.write(text.encode("utf-8") + b"\n")
                    file.flush()
                    os.fsync(file.fileno())
                    os.chmod(file.name, 0o644)  # a temporary file is its owner's alone
                    # Appears whole or not at all, and, unlike a rename, never in the place of another.
                    os.link(file.name, path)
                finally:
                    os.unlink(file.name)
        except FileExistsError:
            pass
        except OSError as error:
            raise ModelError(f"{path} cannot be written: {error}") from None
        return self.get(request)


def checked(answer):
    """An answer as it was put. Raises ValueError, KeyError or TypeError if it is not."""
    usage = answer["usage"]
    if not isinstance(answer["content"], str) or set(usage) != {"tokens_in", "tokens_out"}:
        raise ValueError("it holds no answer")
    if not all(type(count) is int and 0 <= count < 2**64 for count in usage.values()):
        raise ValueError("its token counts are none")
    return answer
