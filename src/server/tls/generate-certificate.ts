// Before the import of @peculiar/x509, which needs it.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import * as x509 from '@peculiar/x509';

/** A certificate with its private key, and the certificate of the authority that issued it. All are PEM. */
interface GeneratedCertificate {
  readonly cert: string;
  readonly key: string;
  readonly ca: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const DAY_MS = 86_400_000;
/** Some clients accept no certificate that is valid for longer than 398 days. */
const VALID_DAYS = 397;
const SERIAL_BYTES = 16;

/** A serial number, positive and unique. */
function serialNumber(): string {
  const bytes = webcrypto.getRandomValues(new Uint8Array(SERIAL_BYTES));
  bytes[0] = (bytes[0]! & 0x7f) | 0x40;
  return Buffer.from(bytes).toString('hex');
}

const alternativeName = (name: string): x509.JsonGeneralName => ({
  type: isIP(name) === 0 ? 'dns' : 'ip',
  value: name,
});

/**
 * Generates an authority and a certificate for a server with these names. Nobody keeps the authority's key, so nobody can
 * issue further certificates, and a client that trusts the authority trusts this server alone.
 * @param names host names and IP addresses
 */
export async function generateCertificate(
  names: readonly string[],
  nowMs: number,
): Promise<GeneratedCertificate> {
  // A client's clock may be behind.
  const validity = { notBefore: new Date(nowMs - DAY_MS), notAfter: new Date(nowMs + VALID_DAYS * DAY_MS) };
  const generateKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const [authorityKeys, serverKeys] = await Promise.all([generateKeys(), generateKeys()]);
  const serial = serialNumber();
  const authority = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial,
    name: `CN=energy-rental-sandbox ${serial.slice(0, 8)}`,
    keys: authorityKeys,
    signingAlgorithm: ALGORITHM,
    ...validity,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: 'CN=energy-rental-sandbox',
    issuer: authority.subject,
    publicKey: serverKeys.publicKey,
    signingKey: authorityKeys.privateKey,
    signingAlgorithm: ALGORITHM,
    ...validity,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(names.map(alternativeName)),
      await x509.SubjectKeyIdentifierExtension.create(serverKeys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(authority, false),
    ],
  });
  const key = await webcrypto.subtle.exportKey('pkcs8', serverKeys.privateKey);
  return {
    cert: `${certificate.toString('pem')}\n`,
    key: `${x509.PemConverter.encode(key, 'PRIVATE KEY')}\n`,
    ca: `${authority.toString('pem')}\n`,
  };
}
