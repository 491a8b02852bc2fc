import { TRANSPORT_FAULTS } from '../core/scenario/rule-effects.ts';

const [firstFault, ...otherFaults] = TRANSPORT_FAULTS;

/**
 * The text of a new scenario file. It is valid as is, and also with its optional parts uncommented.
 * @param schema the path of the JSON schema, for editors; or null
 * @param programName what the user types to call the program
 */
export function scenarioTemplate(name: string, schema: string | null, programName: string): string {
  const schemaLine = schema === null ? '' : `# yaml-language-server: $schema=${schema}\n`;
  return `${schemaLine}# ${programName} scenario check ${name}.yaml     reports every problem with line and column
# ${programName} --scenario ./${name}.yaml        starts the server with it
name: ${name}
summary: What it does and which bugs it finds.

# A TRON address that selects this scenario for every request or order that contains it.
# magic_address: TSandboxRecipientxxxxxxxxxxxvU7EX1

# Account state that is set when the scenario is activated.
# given:
#   balance_trx: 100
#   assumptions: { custom_energy_enabled: true }

# Rules for API requests. The first rule whose conditions all hold is applied.
requests:
  # The first order of each external_id is refused after 2 s; a retry succeeds.
  - match: { operation: createOrder } # also address, package_id, energy_amount, key, nth, probability
    per: external_id
    times: 1
    reply: { error: SERVICE_UNAVAILABLE, after: 2s, headers: { Retry-After: 1 } }
  # Orders whose external_id begins with lost- are created and debited, but the client gets no response.
  - match: { operation: createOrder, external_id: "lost-*" }
    commit: true
    fault: ${firstFault} # also ${otherFaults.join(', ')}

# Rules for the lifecycle of orders, chosen once, when the order is accepted.
orders:
  - match: { energy_amount: { min: 1000000 } }
    lifecycle:
      - { after: 3s, to: delegating }
      - { after: 1m, to: review }
      - { after: 10m, to: failed, refund: { after: 5s } } # omit refund for none

# Rules for webhook deliveries.
webhooks:
  - match: { event: order.delegated, attempt: 1 }
    deliver: { copies: 2, apart: 1s } # also after, drop, hold_until, before_response, replay
  - match: { event: order.failed, attempt: 1 }
    corrupt: wrong-secret # the retry is signed correctly
`;
}
