/*
 * The parts of an operation in the types that are generated from a description. `paths` and `operations` of such a file
 * have the same operations, by method and path or by operation id.
 */

type Json<Message> = Message extends { content: { 'application/json': infer Body } } ? Body : never;

/** The JSON body of a request; never if the operation has none. */
export type RequestBody<Operation> = Operation extends { requestBody?: infer Body }
  ? Json<NonNullable<Body>>
  : never;

/** The data inside the envelope of a success response; never if the response has no envelope. */
export type SuccessData<Operation> = Operation extends { responses: infer Responses }
  ? { [S in keyof Responses & (200 | 201)]: Json<Responses[S]> }[keyof Responses & (200 | 201)] extends {
      data: infer Data;
    }
    ? Data
    : never
  : never;

/** The parameters of an operation in its path or query; never if it has none there. */
export type ParametersIn<Operation, In extends 'path' | 'query'> = Operation extends {
  parameters: { [K in In]?: infer Parameters };
}
  ? NonNullable<Parameters>
  : never;
