import {
  base64url,
  CompactEncrypt,
  compactDecrypt,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
} from 'jose';

const secret = new TextEncoder().encode('a secret of thirty-two characters');

const roundTrip = async (algorithm) => {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true });
  const token = await new SignJWT({ a: 1 }).setProtectedHeader({ alg: algorithm }).sign(privateKey);
  const { payload } = await jwtVerify(token, await importJWK(await exportJWK(publicKey), algorithm));
  return [decodeProtectedHeader(token).alg, payload];
};

export default async () => {
  const token = await new SignJWT({ portal: 7 })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt(1_700_000_000)
    .setIssuer('svc')
    .setExpirationTime(4_000_000_000)
    .sign(secret);
  const encrypted = await new CompactEncrypt(new TextEncoder().encode('text'))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(secret.slice(0, 32));
  return {
    token,
    payload: (await jwtVerify(token, secret, { issuer: 'svc' })).payload,
    decoded: decodeJwt(token).portal,
    forged: await jwtVerify(`${token.slice(0, -2)}xx`, secret).catch((error) => error.code),
    expired: await jwtVerify(token, secret, { currentDate: new Date(5e12) }).catch((error) => error.code),
    encrypted: new TextDecoder().decode((await compactDecrypt(encrypted, secret.slice(0, 32))).plaintext),
    signed: [await roundTrip('ES256'), await roundTrip('EdDSA')],
    base64: base64url.encode('ü?>'),
  };
};
