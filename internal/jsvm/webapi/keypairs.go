package webapi

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"math/big"

	"github.com/dop251/goja"
)

// maxKey is the longest text or DER of a key to import, in bytes. A private RSA key of 16,384 bits is shorter.
const maxKey = 1 << 15

// keyPairNatives make and use the keys of signatures. A script holds a key as DER: PKCS #8 or SPKI. They receive
// checked arguments: js/keypairs.js knows the parameters of the algorithms.
func keyPairNatives(w *world) natives {
	return natives{
		// importKey(kind, curve, format, data) returns [der, isPrivate, bits, exponent].
		"importKey": func(call goja.FunctionCall) goja.Value {
			key, err := w.readKey(call.Argument(2).String(), call.Argument(3))
			if err == nil {
				err = checkKind(key, call.Argument(0).String(), call.Argument(1).String())
			}
			if err != nil {
				return w.throwDOM("DataError", "cannot import the key: %v", err)
			}
			return w.keyValue(key)
		},
		// exportKey(der, isPrivate, format) returns bytes, or the JSON of a JWK.
		"exportKey": func(call goja.FunctionCall) goja.Value {
			key, err := parseDER(w.bytes(call.Argument(0)), call.Argument(1).ToBoolean())
			if err != nil {
				return w.throwDOM("OperationError", "%v", err)
			}
			if call.Argument(2).String() == "jwk" {
				return w.rt.ToValue(jwkOf(key))
			}
			raw, err := rawOf(key)
			if err != nil {
				return w.throwDOM("NotSupportedError", "%v", err)
			}
			return w.buffer(raw)
		},
		// generateKey(kind, curve, bits) returns the two keys as importKey does.
		"generateKey": func(call goja.FunctionCall) goja.Value {
			private, err := generate(
				w.randomness(), call.Argument(0).String(), call.Argument(1).String(), int(call.Argument(2).ToInteger()),
			)
			if err != nil {
				return w.throwDOM("OperationError", "cannot generate the key: %v", err)
			}
			return w.rt.NewArray(w.keyValue(private), w.keyValue(private.(crypto.Signer).Public()))
		},
		"sign":   w.signData,
		"verify": w.verifyData,
	}
}

// randomness returns the source of the host. Without one it throws.
func (w *world) randomness() io.Reader {
	w.needCall()
	random := w.vm.Options().Random
	if random == nil {
		w.throwDOM("OperationError", "this host has no source of randomness")
	}
	return random
}

func (w *world) readKey(format string, data goja.Value) (any, error) {
	var text []byte
	if format == "jwk" {
		text = []byte(data.String())
	} else {
		text = w.bytes(data)
	}
	if len(text) > maxKey {
		return nil, fmt.Errorf("it has %d bytes, more than %d", len(text), maxKey)
	}
	switch format {
	case "jwk":
		return parseJWK(text)
	case "raw":
		return parseRaw(text)
	}
	return parseDER(text, format == "pkcs8")
}

func parseDER(der []byte, isPrivate bool) (any, error) {
	if isPrivate {
		return x509.ParsePKCS8PrivateKey(der)
	}
	return x509.ParsePKIXPublicKey(der)
}

// parseRaw reads the public keys that have a raw form: a point of a curve, or 32 bytes of Ed25519.
func parseRaw(raw []byte) (any, error) {
	if len(raw) == ed25519.PublicKeySize {
		return ed25519.PublicKey(raw), nil
	}
	for _, name := range []string{"P-256", "P-384", "P-521"} {
		if key, err := ecdsa.ParseUncompressedPublicKey(curveNamed(name), raw); err == nil {
			return key, nil
		}
	}
	return nil, errors.New("expected a point of P-256, P-384 or P-521, or 32 bytes of Ed25519")
}

func rawOf(key any) ([]byte, error) {
	switch key := key.(type) {
	case *ecdsa.PublicKey:
		return key.Bytes()
	case ed25519.PublicKey:
		return key, nil
	}
	return nil, errors.New("only public keys of ECDSA and Ed25519 have a raw form")
}

// curveNamed returns the curve with a Web Crypto name, or nil.
func curveNamed(name string) elliptic.Curve {
	switch name {
	case "P-256":
		return elliptic.P256()
	case "P-384":
		return elliptic.P384()
	case "P-521":
		return elliptic.P521()
	}
	return nil
}

// checkKind returns an error for a key of another kind (RSA, EC or Ed25519) or curve.
func checkKind(key any, kind, curve string) error {
	found, of := "", ""
	switch key := key.(type) {
	case *rsa.PrivateKey, *rsa.PublicKey:
		found = "RSA"
	case *ecdsa.PrivateKey:
		found, of = "EC", key.Curve.Params().Name
	case *ecdsa.PublicKey:
		found, of = "EC", key.Curve.Params().Name
	case ed25519.PrivateKey, ed25519.PublicKey:
		found = "Ed25519"
	}
	switch {
	case found != kind:
		return fmt.Errorf("it is not of the kind %s", kind)
	case of != curve:
		return fmt.Errorf("its curve is %s, not %s", of, curve)
	}
	return nil
}

// keyValue returns a key for a script: [der, isPrivate, bits, exponent]. The last two are those of RSA.
func (w *world) keyValue(key any) goja.Value {
	isPrivate, bits, exponent := false, 0, []byte{}
	var der []byte
	var err error
	if signer, ok := key.(crypto.Signer); ok {
		isPrivate = true
		der, err = x509.MarshalPKCS8PrivateKey(key)
		key = signer.Public()
	} else {
		der, err = x509.MarshalPKIXPublicKey(key)
	}
	if err != nil {
		return w.throwDOM("DataError", "cannot import the key: %v", err)
	}
	if public, ok := key.(*rsa.PublicKey); ok {
		bits, exponent = public.N.BitLen(), big.NewInt(int64(public.E)).Bytes()
	}
	return w.rt.NewArray(w.buffer(der), isPrivate, bits, w.buffer(exponent))
}

func generate(random io.Reader, kind, curve string, bits int) (any, error) {
	switch kind {
	case "RSA":
		return rsa.GenerateKey(random, bits)
	case "EC":
		return ecdsa.GenerateKey(curveNamed(curve), random)
	}
	_, private, err := ed25519.GenerateKey(random)
	return private, err
}
