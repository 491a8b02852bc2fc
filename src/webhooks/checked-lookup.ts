import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { AddressCheck } from './destination-policy.ts';

/** The `code` of the error for a name that resolves to an address to which nothing may be sent. */
const ADDRESS_REFUSED = 'ADDRESS_NOT_ALLOWED';

/**
 * A name lookup for sockets that fails if any address of the name is refused. The socket connects to one of the
 * addresses that were checked, so that a name which resolves differently the next time gains nothing.
 */
export const checkedLookup =
  (check: AddressCheck, lookup: LookupFunction = systemLookup): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, options, (error, found, family) => {
      const addresses = typeof found === 'string' ? [found] : (found ?? []).map(one => one.address);
      const refusal = error ? null : addresses.map(check).find(reason => reason !== null);
      if (refusal) callback(Object.assign(new Error(refusal), { code: ADDRESS_REFUSED }), found, family);
      else callback(error, found, family);
    });
  };
