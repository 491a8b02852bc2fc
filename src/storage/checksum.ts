import { crc32 } from 'node:zlib';

const HEX_DIGITS = 8;

/** A CRC-32 as eight hexadecimal digits. */
export const checksumText = (checksum: number): string => checksum.toString(16).padStart(HEX_DIGITS, '0');

/** The CRC-32 of a string or buffer as eight hexadecimal digits. */
export const checksumOf = (content: string | Buffer): string => checksumText(crc32(content));
