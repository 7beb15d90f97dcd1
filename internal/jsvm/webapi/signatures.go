package webapi

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"encoding/asn1"
	"math/big"

	"github.com/dop251/goja"
)

// nameOfPSS is the algorithm with a salt.
const nameOfPSS = "RSA-PSS"

// signData(name, hash, der, saltLength, data).
func (w *world) signData(call goja.FunctionCall) goja.Value {
	key, err := parseDER(w.bytes(call.Argument(2)), true)
	if err != nil {
		return w.throwDOM("OperationError", "%v", err)
	}
	data, options := w.digested(call, call.Argument(4))
	signature, err := key.(crypto.Signer).Sign(w.randomness(), data, options)
	if err == nil {
		if key, ok := key.(*ecdsa.PrivateKey); ok {
			signature, err = joinPoint(signature, (key.Params().BitSize+7)/8)
		}
	}
	if err != nil {
		return w.throwDOM("OperationError", "cannot sign: %v", err)
	}
	return w.buffer(signature)
}

// verifyData(name, hash, der, saltLength, data, signature).
func (w *world) verifyData(call goja.FunctionCall) goja.Value {
	key, err := parseDER(w.bytes(call.Argument(2)), false)
	if err != nil {
		return w.throwDOM("OperationError", "%v", err)
	}
	data, options := w.digested(call, call.Argument(4))
	signature := w.bytes(call.Argument(5))
	holds := false
	switch key := key.(type) {
	case *rsa.PublicKey:
		if pss, ok := options.(*rsa.PSSOptions); ok {
			holds = rsa.VerifyPSS(key, pss.Hash, data, signature, pss) == nil
		} else {
			holds = rsa.VerifyPKCS1v15(key, options.HashFunc(), data, signature) == nil
		}
	case *ecdsa.PublicKey:
		size := (key.Params().BitSize + 7) / 8
		if len(signature) == 2*size {
			r, s := new(big.Int).SetBytes(signature[:size]), new(big.Int).SetBytes(signature[size:])
			holds = ecdsa.Verify(key, data, r, s)
		}
	case ed25519.PublicKey:
		holds = ed25519.Verify(key, data, signature)
	}
	return w.rt.ToValue(holds)
}

// digested returns what an algorithm signs of the data, and how.
func (w *world) digested(call goja.FunctionCall, data goja.Value) ([]byte, crypto.SignerOpts) {
	hash := hashNamed(call.Argument(1).String())
	if hash == 0 {
		return w.bytes(data), hash // Ed25519
	}
	h := hash.New()
	h.Write(w.bytes(data))
	if call.Argument(0).String() == nameOfPSS {
		return h.Sum(nil), &rsa.PSSOptions{SaltLength: int(call.Argument(3).ToInteger()), Hash: hash}
	}
	return h.Sum(nil), hash
}

// joinPoint returns a signature of ECDSA in the form of Web Crypto: two numbers of the same length.
func joinPoint(signature []byte, size int) ([]byte, error) {
	var point struct{ R, S *big.Int }
	if _, err := asn1.Unmarshal(signature, &point); err != nil {
		return nil, err
	}
	joined := make([]byte, 2*size)
	point.R.FillBytes(joined[:size])
	point.S.FillBytes(joined[size:])
	return joined, nil
}

// hashNamed returns the hash with a Web Crypto name, or 0.
func hashNamed(name string) crypto.Hash {
	switch name {
	case "SHA-1":
		return crypto.SHA1
	case "SHA-256":
		return crypto.SHA256
	case "SHA-384":
		return crypto.SHA384
	case "SHA-512":
		return crypto.SHA512
	}
	return 0
}
