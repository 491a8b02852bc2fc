/** An error of the node, which answers it with status 200 and the class of a Java exception. */
export class NodeError extends Error {
  override readonly name = 'NodeError';
  readonly javaClass: string;

  constructor(javaClass: string, message: string) {
    super(message);
    this.javaClass = javaClass;
  }

  /** As the node writes it (Util.java: printErrorMsg). */
  get text(): string {
    return `class ${this.javaClass} : ${this.message}`;
  }
}

/** A field of the request that has the wrong form (JsonFormat.java: ParseException). */
export const parseError = (message: string): NodeError =>
  new NodeError('org.tron.core.services.http.JsonFormat$ParseException', message);

export const parameterError = (message: string): NodeError =>
  new NodeError('java.security.InvalidParameterException', message);

export const validateError = (message: string): NodeError =>
  new NodeError('org.tron.core.exception.ContractValidateException', message);
