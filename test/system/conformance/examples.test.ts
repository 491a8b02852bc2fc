import { expect, test } from 'vitest';
import { startTestSandbox } from '../../support/sandbox.ts';

interface Content {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

const examplesIn = (content: Content | undefined): unknown[] =>
  content?.example === undefined
    ? Object.values(content?.examples ?? {}).map(({ value }) => value)
    : [content.example];

interface Parameter {
  readonly name: string;
  readonly example?: unknown;
}

/** The query that the examples of the parameters make up. */
function queryOf(parameters: readonly Parameter[] = []): string {
  const query = new URLSearchParams();
  for (const { name, example } of parameters) if (example !== undefined) query.set(name, String(example));
  return query.toString();
}

test('every example request of the description succeeds in a new demo account, in the order of the description', async () => {
  await using sandbox = await startTestSandbox({ assumptions: { first_order_id: 48_211 } });
  for (const { method, path, described } of sandbox.contract.operations) {
    const { requestBody, parameters } = described as {
      requestBody?: { content: Record<string, Content> };
      parameters?: Parameter[];
    };
    const bodies = requestBody ? examplesIn(requestBody.content['application/json']) : [undefined];
    expect(bodies, path).not.toEqual([]);
    for (const body of bodies) {
      const answer = await sandbox.api.call(method, `${path}?${queryOf(parameters)}`, { body });
      expect(answer.status, `${path} ${answer.text}`).toSatisfy(status => status === 200 || status === 202);
    }
  }
});
