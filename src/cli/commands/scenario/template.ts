/**
 * The text of a new scenario file. It passes the check as it stands, and with any of its optional parts taken out
 * of their comments.
 * @param schema where an editor finds the schema, or null
 */
export function scenarioTemplate(name: string, schema: string | null): string {
  const schemaLine = schema === null ? '' : `# yaml-language-server: $schema=${schema}\n`;
  return `${schemaLine}# energy-sandbox scenario check ${name}.yaml     tells every mistake with line and column
# energy-sandbox --scenario ./${name}.yaml        serves with it
name: ${name}
summary: What it does, and which bug it finds.

# A TRON address that picks this scenario for whatever request or order names it.
# magic_address: TSandboxRecipientxxxxxxxxxxxvU7EX1

# What the account is like once the scenario is switched on.
# given:
#   balance_trx: 100
#   assumptions: { custom_energy_enabled: true }

# An API request arrives. From top to bottom, the first rule whose conditions all hold has its way.
requests:
  # The first order of each external_id is turned away after 2 s; its retry goes through.
  - match: { operation: createOrder } # also address, package_id, energy_amount, key, nth, probability
    per: external_id
    times: 1
    reply: { error: SERVICE_UNAVAILABLE, after: 2s, headers: { Retry-After: 1 } }
  # Orders whose external_id begins with lost- are made and debited, and the client never hears of it.
  - match: { operation: createOrder, external_id: "lost-*" }
    commit: true
    fault: connection-reset # also empty-reply, hang, truncated-json, html-502, slow-drip

# An order's life, chosen once, when it is accepted.
orders:
  - match: { energy_amount: { min: 1000000 } }
    lifecycle:
      - { after: 3s, to: delegating }
      - { after: 1m, to: review }
      - { after: 10m, to: failed, refund: { after: 5s } } # left out: no refund

# A webhook is to be sent.
webhooks:
  - match: { event: order.delegated, attempt: 1 }
    deliver: { copies: 2, apart: 1s } # also after, drop, hold_until, before_response, replay
  - match: { event: order.failed, attempt: 1 }
    corrupt: wrong-secret # the retry is genuine
`;
}
