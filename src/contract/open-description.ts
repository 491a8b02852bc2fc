import { isAlias, isMap, isSeq, LineCounter, parseDocument } from 'yaml';
import { isObject } from '../core/domain/json.ts';
import type { Contract, Description } from './contract-types.ts';
import { loadContract } from './create-contract.ts';
import { problemsOfOperations, problemsOfRequests, problemsOfResponses } from './description-problems.ts';
import { prepareContract } from './prepare-contract.ts';
import { DescriptionProblem, type DocumentPath } from './references.ts';

/** A description that cannot be used. Each line of the message has a place, a problem, and how to fix it. */
export class DescriptionError extends Error {
  override readonly name = 'DescriptionError';
}

/** The first problems of a description suffice; later ones mostly follow from them. */
const MAX_PROBLEMS = 5;

/**
 * Finds the place of the value at a path in a YAML text. If the path does not exist, finds its last part that exists.
 */
function placesIn(name: string, text: string): { parsed: unknown; place: (at: DocumentPath) => string } {
  const lineCounter = new LineCounter();
  const yaml = parseDocument(text, { lineCounter, prettyErrors: false });
  const placeOf = (offset: number): string => {
    const { line, col } = lineCounter.linePos(offset);
    return `${name}:${line}:${col}`;
  };
  const place = (at: DocumentPath): string => {
    let node: unknown = yaml.contents;
    let offset = 0;
    for (const step of at) {
      if (isAlias(node)) node = node.resolve(yaml);
      const pair = isMap(node) ? node.items.find(({ key }) => String(key) === String(step)) : null;
      const next = pair ? pair.value : isSeq(node) ? node.items[Number(step)] : undefined;
      if (next === undefined) break;
      const [start] = (pair?.key as { range?: [number] })?.range ??
        (next as { range?: [number] }).range ?? [offset];
      offset = start;
      node = next;
    }
    return placeOf(offset);
  };
  const [syntaxError] = yaml.errors;
  if (syntaxError) throw new DescriptionError(`${placeOf(syntaxError.pos[0])}: ${syntaxError.message}`);
  return { parsed: yaml.toJS(), place };
}

/**
 * Loads a changed version of the description of the service API. The engine executes the operations of the built-in
 * description, so a version may change what is validated and documented, but not what the engine has to do.
 * @param name of the file, for messages
 * @param builtIn the contract that comes with the sandbox
 * @throws DescriptionError if the text is no description, or asks for something that the engine cannot do
 */
export async function openDescription(name: string, text: string, builtIn: Contract): Promise<Contract> {
  const { parsed, place } = placesIn(name, text);
  const refuse = (problems: readonly { at: DocumentPath; text: string }[]): void => {
    if (problems.length === 0) return;
    const lines = problems.map(({ at, text: problem }) => `${place(at)}: ${problem}`);
    const rest = lines.length > MAX_PROBLEMS ? [`and ${lines.length - MAX_PROBLEMS} more`] : [];
    throw new DescriptionError([...lines.slice(0, MAX_PROBLEMS), ...rest].join('\n'));
  };
  if (!isObject(parsed)) throw new DescriptionError(`${name}:1:1: expected an OpenAPI 3.0 description`);
  const document = parsed as unknown as Description;
  refuse(problemsOfOperations(document, builtIn));
  try {
    const prepared = prepareContract(text, document);
    const contract = loadContract(prepared);
    refuse(problemsOfRequests(prepared, contract, builtIn));
    refuse(await problemsOfResponses(contract, builtIn));
    return contract;
  } catch (error) {
    if (error instanceof DescriptionProblem) refuse([{ at: error.at, text: error.message }]);
    throw error;
  }
}
