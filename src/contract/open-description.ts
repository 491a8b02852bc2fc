import { isObject } from '../core/domain/json.ts';
import { toEnd, YamlSource } from '../core/scenario/yaml-source.ts';
import type { Contract, Description } from './contract-types.ts';
import {
  type Problem,
  problemsOfOperations,
  problemsOfRequests,
  problemsOfResponses,
} from './description-problems.ts';
import { loadContract } from './load-contract.ts';
import { prepareContract } from './prepare-contract.ts';
import { DescriptionProblem, type DocumentPath, MAX_DESCRIPTION_VALUES, valueAt } from './references.ts';
import { problemsOfSchemas } from './schema-problems.ts';
import { problemsOfPatterns } from './slow-patterns.ts';

/** A description that cannot be used. Each line of the message has a place, a problem, and how to fix it. */
export class DescriptionError extends Error {
  override readonly name = 'DescriptionError';
}

/** The first problems of a description suffice; later ones mostly follow from them. */
const MAX_PROBLEMS = 5;

function existing(document: unknown, at: DocumentPath): DocumentPath {
  const missing = at.findIndex((_, depth) => valueAt(document, at.slice(0, depth + 1)) === undefined);
  return missing < 0 ? at : at.slice(0, missing);
}

/**
 * Loads a changed version of the description of the service API. The engine executes the operations of the built-in
 * description, so a version may change what is validated and documented, but not what the engine has to do.
 * @param name of the file, for messages
 * @param builtIn the contract that comes with the sandbox
 * @throws DescriptionError if the text is no description, or asks for something that the engine cannot do
 */
export async function openDescription(name: string, text: string, builtIn: Contract): Promise<Contract> {
  const source = toEnd(YamlSource.parse(text, name, Number.POSITIVE_INFINITY));
  if ('message' in source) throw new DescriptionError(`${source.where}: ${source.message}`);
  const [wrong] = source.complaints();
  if (wrong) throw new DescriptionError(`${source.at(wrong.offset)}: ${wrong.message}`);
  const data = source.plainData(MAX_DESCRIPTION_VALUES, MAX_DESCRIPTION_VALUES);
  if ('message' in data) throw new DescriptionError(`${source.at(data.offset)}: ${data.message}`);
  const { value: parsed } = data;
  const refuse = (problems: readonly Problem[]): void => {
    if (problems.length === 0) return;
    const lines = problems.map(
      ({ at, text: problem }) => `${source.at(source.offset(existing(parsed, at), true))}: ${problem}`,
    );
    const rest = lines.length > MAX_PROBLEMS ? [`and ${lines.length - MAX_PROBLEMS} more`] : [];
    throw new DescriptionError([...lines.slice(0, MAX_PROBLEMS), ...rest].join('\n'));
  };
  if (!isObject(parsed)) throw new DescriptionError(`${name}:1:1: expected an OpenAPI 3.0 description`);
  const document = parsed as unknown as Description;
  refuse(problemsOfOperations(document, builtIn));
  refuse(problemsOfSchemas(document));
  refuse(await problemsOfPatterns(document, builtIn.document));
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
