import { load, loadMeasured } from '../load.mjs';
import { REQUESTS } from '../requests.mjs';
import { withSandbox } from '../sandbox.mjs';

const QUOTE = { method: 'GET', path: '/api/v1/quote/?package_id=1&duration_minutes=15' };

/** The processor time of a quote and of a balance. A quote also parses and validates its query and computes a price. */
export const measureQuote = ({ seconds, log }) =>
  withSandbox([], async (server, at) => {
    log('quote');
    const cost = async request => {
      await load(at, request, 1);
      return (await loadMeasured(server, at, request, seconds)).processorUs;
    };
    return { balanceUs: await cost(REQUESTS['GET balance']), quoteUs: await cost(QUOTE) };
  });
