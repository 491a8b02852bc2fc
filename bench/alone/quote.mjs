import { load, loadMeasured } from '../load.mjs';
import { REQUESTS } from '../requests.mjs';
import { withSandbox } from '../sandbox.mjs';

const QUOTE = { method: 'GET', path: '/api/v1/quote/?package_id=1&duration_minutes=15' };

/** What a quote costs beyond a balance: parsing its query, validating and pricing it. */
export const measureQuote = ({ seconds, say }) =>
  withSandbox([], async (server, at) => {
    say('quote');
    const cost = async request => {
      await load(at, request, 1);
      return (await loadMeasured(server, at, request, seconds)).processorUs;
    };
    return { balanceUs: await cost(REQUESTS['GET balance']), quoteUs: await cost(QUOTE) };
  });
