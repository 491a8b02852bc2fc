/** What messages of the client library recommend, with the names of the tools and of their arguments. */
const NAMES: readonly (readonly [string, string])[] = [
  ['sandbox.accounts() lists all accounts', 'the tool sandbox lists all accounts'],
  ['the command `scenario list` lists them all', 'the resource scenarios://list has all'],
  [
    'send it as X-Admin-Token, or call …/accounts/me with an API key',
    'have the command "mcp" started with --admin-token',
  ],
  ['given with --secret', 'given as secret'],
  ['pass --place COMMAND', 'run the command "energy-sandbox audit" with --place COMMAND'],
  ['balanceTrx', 'balance_trx'],
  ['webhookUrl', 'webhook_url'],
  ['webhookSecret', 'webhook_secret'],
];

/** The message of a failed call, with the names that the agent knows. */
export const inToolNames = (message: string): string =>
  NAMES.reduce((text, [name, ofTool]) => text.replaceAll(name, ofTool), message);
