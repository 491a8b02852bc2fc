import type { ServiceCall } from '../recording.ts';
import type { Trial } from '../verdicts.ts';

/** A response in a few words: `404 NOT_FOUND`. */
export const answerText = ({ status, error }: ServiceCall): string =>
  status === null ? 'no response' : error === null ? String(status) : `${status} ${error}`;

/** Failures of the service and of the network say nothing about its rules. */
export const isAnswered = ({ status }: ServiceCall): boolean =>
  status !== null && status < 500 && status !== 429;

/** As `isAnswered`, with a body that shows the error code, or that there is none. */
export const showsCode = (call: ServiceCall): boolean => isAnswered(call) && call.hasWholeAnswer;

/** False if the tool recorded no headers of the response. */
export const showsHeaders = ({ answerHeaders }: ServiceCall): boolean =>
  Object.keys(answerHeaders).length > 0;

/** A call whose response puts a fixed row to the test. */
export const answerTrial = (call: ServiceCall, field: string, assumed: string, holds: boolean): Trial => ({
  exchange: call.label,
  field,
  observed: answerText(call),
  assumed,
  holds,
});
