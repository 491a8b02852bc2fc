/**
 * The flags of the options that messages name. The options have these names in the library.
 */
export const FLAG_NAMES = {
  adminToken: 'admin-token',
  apiKey: 'api-key',
  balanceTrx: 'balance',
  clock: 'clock',
  disturbances: 'disturbance',
  publicUrl: 'public-url',
  scenarios: 'scenario',
  tlsCaFile: 'tls-ca-file',
  tlsCert: 'tls-cert',
  tlsKey: 'tls-key',
  tlsNames: 'tls-name',
  webhookHosts: 'webhook-host',
} as const;

/** An option that a message can name. */
export type NamedOption = keyof typeof FLAG_NAMES;

/** Who reads a message: it names flags, or options of the library. */
export type Audience = 'command line' | 'library';

/** The name of an option for an audience. */
export const optionName = (option: NamedOption, audience: Audience): string =>
  audience === 'library' ? option : FLAG_NAMES[option];

/** An invalid option. The message names the option and says how to fix it. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
  readonly #text: (audience: Audience) => string;

  /** @param text the message; a function if it is another one for each audience. By default, it names flags. */
  constructor(text: string | ((audience: Audience) => string), options?: ErrorOptions) {
    const textFor = typeof text === 'string' ? () => text : text;
    super(textFor('command line'), options);
    this.#text = textFor;
  }

  /** The error with the names that options have in the library. */
  inLibrary(): OptionError {
    return new OptionError(this.#text('library'), { cause: this });
  }
}

/** An error that names one option. */
export const optionError = (option: NamedOption, problem: string): OptionError =>
  new OptionError(audience => `${optionName(option, audience)}: ${problem}`);
