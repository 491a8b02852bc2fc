import { defineRule, REQUEST, reportRemarks } from '../rule.ts';

/** A field of any item: `body.orders[3].adress` as `body.orders[].adress`. */
const inAnyItem = (path: string): string => path.replace(/\[\d+\]/g, '[]');

export const unknownField = defineRule({
  id: 'unknown-field',
  severity: 'warning',
  title: 'A request had a field or parameter that the description does not define.',
  bug: 'A name is misspelled, belongs to another call (`recipient_address` is a field of estimates, `address` of orders), or was taken from another API. The service ignores what it does not know and answers as if it had not been sent.',
  cost: 'What you asked for is not what you get: a misspelled `duration_minutes` rents for the default duration, at its price; a misspelled `external_id` is an order without one.',
  fix: 'Send exactly the fields of the description, and generate the types of your requests from it, so that a misspelled name does not compile. In tests, `--strict` refuses such requests.',
  example: {
    typescript:
      "import type { components } from './energy-rental-v1.d.ts'; // written by openapi-typescript from openapi/energy-rental-v1.yaml",
  },
  needs: REQUEST,
  ...reportRemarks(({ kind, subject }) => (kind === 'unknown-field' ? inAnyItem(subject) : null)),
});
