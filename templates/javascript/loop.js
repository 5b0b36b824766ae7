// The half of the protocol loop that needs no process, so that it can be tested.
//
// You should not need to edit this; decisions are made in strategy.js.

/** One answer line for each observation line in `chunks`, a stream of bytes. */
export async function* answersTo(chunks, strategy) {
  let answeredDate;
  let answer;
  for await (const line of linesOf(chunks)) {
    const observation = JSON.parse(line);
    // An observation may be presented again; it gets the same decision, byte for byte.
    if (answer === undefined || observation.date !== answeredDate) {
      answer = encode(strategy.decide(observation));
      answeredDate = observation.date;
    }
    yield answer;
  }
}

/** A decision as one line. Throws at a number that is not finite, which JSON would turn into null. */
export function encode(decision) {
  const text = JSON.stringify(decision, (key, value) => {
    if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${key} is ${value}`);
    return value;
  });
  return `${text}\n`;
}

/**
 * Lines end at a line feed alone. `node:readline` also ends them at other characters,
 * and a chunk may end inside a line, or inside a character.
 */
async function* linesOf(chunks) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let unfinished = '';
  for await (const chunk of chunks) {
    const parts = (unfinished + decoder.decode(chunk, { stream: true })).split('\n');
    unfinished = parts.pop();
    yield* parts;
  }
  unfinished += decoder.decode();
  if (unfinished !== '') yield unfinished;
}
