import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { ReadResourceResult } from '@modelcontextprotocol/sdk/types.js';
import { didYouMean } from '../core/text/nearest-word.ts';
import { builtInText, loadBuiltInScenarios } from '../host/scenarios/read-scenarios.ts';
import { RULES } from '../judge/findings/rule-table.ts';
import type { SandboxSession } from './session.ts';

const YAML = 'application/yaml';
const MARKDOWN = 'text/markdown';

const contents = (uri: URL, mimeType: string, text: string): ReadResourceResult => ({
  contents: [{ uri: uri.href, mimeType, text }],
});

/** @throws Error that names the nearest name, or the resource with all names */
function unknown(what: 'scenario' | 'finding', name: string, names: readonly string[]): never {
  const hint = didYouMean(name, names) || `; the resource ${what}s://list has all`;
  throw new Error(`there is no ${what} ${JSON.stringify(name)}${hint}`);
}

const DESCRIPTIONS = {
  'energy-rental-v1': 'The API of the service that the sandbox stands in for, as OpenAPI 3.0.',
  'control-v1':
    'The API that controls the sandbox, as OpenAPI 3.0. Very long; the tools cover what is usually needed.',
} as const;

function addDescriptions(server: McpServer, session: SandboxSession): void {
  for (const [name, description] of Object.entries(DESCRIPTIONS)) {
    server.registerResource(name, `openapi://${name}`, { description, mimeType: YAML }, async uri => {
      const { url } = await session.sandbox();
      const response = await fetch(`${url}/_sandbox/openapi/${name}.yaml`);
      if (!response.ok) throw new Error(`the sandbox responded with ${response.status}`);
      return contents(uri, YAML, await response.text());
    });
  }
}

function addScenarios(server: McpServer): void {
  const names = async (): Promise<string[]> => (await loadBuiltInScenarios()).map(({ name }) => name);
  server.registerResource(
    'scenarios',
    'scenarios://list',
    { description: 'All built-in scenarios, one line each.', mimeType: MARKDOWN },
    async uri => {
      const lines = (await loadBuiltInScenarios()).map(({ name, summary }) => `- \`${name}\`: ${summary}`);
      return contents(uri, MARKDOWN, lines.join('\n'));
    },
  );
  server.registerResource(
    'scenario',
    new ResourceTemplate('scenario://{name}', { list: undefined, complete: { name: names } }),
    { description: 'The file of a built-in scenario, as an example for one of your own.', mimeType: YAML },
    async (uri, { name }) => {
      const wanted = String(name);
      const text = (await names()).includes(wanted) ? await builtInText(wanted) : null;
      return contents(uri, YAML, text ?? unknown('scenario', wanted, await names()));
    },
  );
}

function addFindings(server: McpServer): void {
  const ids = RULES.map(({ id }) => id);
  server.registerResource(
    'findings',
    'findings://list',
    { description: 'All rules of findings, one line each.', mimeType: MARKDOWN },
    async uri =>
      contents(
        uri,
        MARKDOWN,
        RULES.map(({ id, severity, title }) => `- \`${id}\` (${severity}): ${title}`).join('\n'),
      ),
  );
  server.registerResource(
    'finding',
    new ResourceTemplate('finding://{rule}', { list: undefined, complete: { rule: () => ids } }),
    {
      description: 'A rule of findings: how the mistake happens, what it costs, and how to fix it.',
      mimeType: MARKDOWN,
    },
    async (uri, { rule }) => {
      const found = RULES.find(({ id }) => id === rule) ?? unknown('finding', String(rule), ids);
      const { title, bug, cost, fix } = found;
      return contents(uri, MARKDOWN, `# ${title}\n\n${bug}\n\n## Cost\n\n${cost}\n\n## Fix\n\n${fix}\n`);
    },
  );
}

/** Adds the documents that an agent can read: the descriptions, the scenarios, and the explanations of findings. */
export function addResources(server: McpServer, session: SandboxSession): void {
  addDescriptions(server, session);
  addScenarios(server);
  addFindings(server);
}
