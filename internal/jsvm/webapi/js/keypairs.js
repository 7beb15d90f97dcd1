// The keys and signatures of RSA, ECDSA and Ed25519, for crypto.subtle.
(function (host) {
  const { view } = host.part('encoding');
  const exception = (message, name) => new (host.part('exception').DOMException)(message, name);
  const unsupported = (what) => exception(`Unrecognized or unimplemented ${what}`, 'NotSupportedError');
  const CURVES = ['P-256', 'P-384', 'P-521'];
  const KINDS = { 'RSASSA-PKCS1-v1_5': 'RSA', 'RSA-PSS': 'RSA', ECDSA: 'EC', Ed25519: 'Ed25519' };

  const curveOf = ({ given, name }) => {
    if (name !== 'ECDSA') return '';
    if (!CURVES.includes(given.namedCurve)) throw unsupported(`namedCurve "${given.namedCurve}"`);
    return given.namedCurve;
  };

  // What a CryptoKey has of a key: its type, DER, algorithm and usages. hashOf reads a hash.
  const described = ({ given, name }, [der, isPrivate, bits, exponent], usages, hashOf) => {
    const type = isPrivate ? 'private' : 'public';
    const [allowed] = isPrivate ? ['sign'] : ['verify'];
    for (const usage of usages)
      if (usage !== allowed)
        throw exception(`Unsupported key usage "${usage}" for a ${type} ${name} key`, 'SyntaxError');
    if (isPrivate && usages.length === 0)
      throw exception('Usages cannot be empty when importing a private key.', 'SyntaxError');
    const algorithm = { name };
    if (KINDS[name] === 'RSA') {
      Object.assign(algorithm, {
        modulusLength: bits,
        publicExponent: new Uint8Array(exponent),
        hash: { name: hashOf(given.hash) },
      });
    }
    if (name === 'ECDSA') algorithm.namedCurve = given.namedCurve;
    return { type, bytes: new Uint8Array(der), algorithm, usages };
  };

  const algJWK = ({ name, hash, namedCurve }) => {
    if (name === 'Ed25519') return 'EdDSA';
    if (name === 'ECDSA') return { 'P-256': 'ES256', 'P-384': 'ES384', 'P-521': 'ES512' }[namedCurve];
    const bits = hash.name.slice(4);
    return (name === 'RSA-PSS' ? 'PS' : 'RS') + bits;
  };

  return {
    kindOf: (name) => KINDS[name],
    importKey(algorithm, format, data, extractable, usages, hashOf) {
      const { name } = algorithm;
      if (!['jwk', 'spki', 'pkcs8', 'raw'].includes(format)) throw unsupported(`key format "${format}" for ${name}`);
      if (format === 'raw' && KINDS[name] === 'RSA') throw unsupported(`key format "raw" for ${name}`);
      let given = data;
      if (format === 'jwk') {
        if (data === null || typeof data !== 'object')
          throw new TypeError('A key in the format "jwk" must be an object');
        if (data.ext === false && extractable) throw exception('The JWK says that it is not extractable', 'DataError');
        given = JSON.stringify(data);
      } else given = view(data);
      const made = described(algorithm, host.importKey(KINDS[name], curveOf(algorithm), format, given), usages, hashOf);
      if (format === 'jwk' && data.alg !== undefined && name !== 'Ed25519' && data.alg !== algJWK(made.algorithm))
        throw exception(`The JWK is for ${data.alg}`, 'DataError');
      return made;
    },
    exportKey(format, key, bytes) {
      const isPrivate = key.type === 'private';
      if (format === (isPrivate ? 'pkcs8' : 'spki')) return bytes.slice().buffer;
      if (format === 'raw') return host.exportKey(bytes, isPrivate, format);
      if (format !== 'jwk') throw exception(`A ${key.type} key has no form "${format}"`, 'InvalidAccessError');
      const jwk = JSON.parse(host.exportKey(bytes, isPrivate, format));
      return { ...jwk, alg: algJWK(key.algorithm), key_ops: [...key.usages], ext: true };
    },
    generateKey(algorithm, usages, hashOf) {
      const { given, name } = algorithm;
      const bits = Number(given.modulusLength ?? 0);
      if (KINDS[name] === 'RSA') {
        const exponent = view(given.publicExponent);
        if (
          ![...exponent].every((byte, i, all) => byte === (i === 0 || i === all.length - 1 ? 1 : 0)) ||
          exponent.length !== 3
        )
          throw exception('The publicExponent must be 65537', 'OperationError');
        if (!(bits >= 1024 && bits <= 4096 && bits % 256 === 0))
          throw exception('The modulusLength must be a multiple of 256, from 1024 to 4096', 'OperationError');
      }
      const [secret, open] = host.generateKey(KINDS[name], curveOf(algorithm), bits);
      const of = (usage) => usages.filter((one) => one === usage);
      for (const usage of usages)
        if (usage !== 'sign' && usage !== 'verify')
          throw exception(`Unsupported key usage "${usage}" for a ${name} key`, 'SyntaxError');
      return {
        privateKey: described(algorithm, secret, of('sign'), hashOf),
        publicKey: described(algorithm, open, of('verify'), hashOf),
      };
    },
    // use signs, or verifies a signature.
    use(algorithm, key, bytes, hashOf, data, signature) {
      const { given, name } = algorithm;
      const hash = name === 'Ed25519' ? '' : name === 'ECDSA' ? hashOf(given.hash) : key.algorithm.hash.name;
      const salt = name === 'RSA-PSS' ? Number(given.saltLength) : 0;
      if (name === 'RSA-PSS' && !(salt > 0))
        throw exception('RSA-PSS needs a saltLength of at least one byte', 'OperationError');
      if (signature === undefined) return host.sign(name, hash, bytes, salt, view(data));
      return host.verify(name, hash, bytes, salt, view(data), view(signature));
    },
  };
});
