/** Characters that JSON allows in strings, but that control a terminal or the direction of text. */
const UNSAFE = /[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;

/** A value as indented JSON that ends with a line feed. Every control character is escaped, and nothing is lost. */
export const jsonText = (value: unknown): string => {
  const text = JSON.stringify(value, null, 2).replace(
    UNSAFE,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${text}\n`;
};
