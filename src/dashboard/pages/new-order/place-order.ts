import { api, type Schemas, UnreachableError } from '../../api.ts';
import { callService, type ServiceCall } from '../../service.ts';

type Request = Schemas['RequestSummary'];

/** The response of the service to an order. */
export interface OrderResponse {
  readonly status: number;
  readonly text: string;
  readonly json: unknown;
  readonly requestId: string | null;
  readonly explanation: string | null;
}

/** The outcome of a request that orders. */
export interface Outcome {
  /** The request, so that it can be sent again. */
  readonly call: ServiceCall;
  /** Null if none arrived. */
  readonly response: OrderResponse | null;
  /** The requests of this page with the same external_id whose responses did not arrive, newest first. */
  readonly unanswered: readonly Request[];
  /** The browser lost the response and sent the request again by itself. */
  readonly isRepeatedByBrowser: boolean;
}

interface OrderBody {
  readonly external_id?: string;
  readonly orders?: readonly { readonly external_id?: string }[];
}

/** The external_id by which the journal finds a request. */
function externalIdOf({ body }: ServiceCall): string | undefined {
  const { external_id, orders } = body as OrderBody;
  return external_id ?? orders?.[0]?.external_id;
}

/** So many repetitions of a request are looked at. */
const LATEST = 20;

/** The requests of the dashboard that are like a call and got no whole response, newest first. */
async function unansweredLike(account: string, call: ServiceCall): Promise<Request[]> {
  const external_id = externalIdOf(call);
  const { items } = await api.get('/_sandbox/accounts/{account}/requests', {
    path: { account },
    query: { sort: 'newest', limit: LATEST, ...(external_id ? { external_id } : {}) },
  });
  const own = items.filter(({ by_dashboard, url }) => by_dashboard && url === call.path);
  const isUnanswered = ({ end, status }: Request): boolean => end !== 'sent' || status === null;
  // Without an external_id, only the latest request is certainly this one.
  return (external_id ? own : own.slice(0, 1)).filter(isUnanswered);
}

/** The outcome of a request whose response arrived. */
async function responded(
  account: string,
  call: ServiceCall,
  response: OrderResponse,
  before: Outcome | null,
): Promise<Outcome> {
  const unanswered = response.status === 200 ? await unansweredLike(account, call) : [];
  const known = new Set(before?.unanswered.map(({ id }) => id));
  const isRepeatedByBrowser = unanswered[0] !== undefined && !known.has(unanswered[0].id);
  return { call, response, unanswered, isRepeatedByBrowser };
}

/**
 * Sends a request that orders. A missing response is a separate outcome, because scenarios lose responses.
 * @param before the previous outcome on this page
 * @throws UnreachableError if the sandbox does not respond to other calls either; CallError if those are refused
 */
export async function placeOrder(
  account: string,
  call: ServiceCall,
  before: Outcome | null,
): Promise<Outcome> {
  try {
    const { status, headers, text, json } = await callService(account, call);
    const response = {
      status,
      text,
      json,
      requestId: headers.get('X-Sandbox-Request-Id'),
      explanation: headers.get('X-Sandbox-Explain'),
    };
    return await responded(account, call, response, before);
  } catch (error) {
    const isStopped = error instanceof DOMException && error.name === 'AbortError';
    if (!isStopped && !(error instanceof UnreachableError)) throw error;
    const unanswered = await unansweredLike(account, call);
    return { call, response: null, unanswered, isRepeatedByBrowser: false };
  }
}
