package webapi

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
)

// jwk is a JSON Web Key of a signature (RFC 7518, RFC 8037).
type jwk struct {
	Kty string `json:"kty"`
	Crv string `json:"crv,omitempty"`
	N   string `json:"n,omitempty"`
	E   string `json:"e,omitempty"`
	X   string `json:"x,omitempty"`
	Y   string `json:"y,omitempty"`
	D   string `json:"d,omitempty"`
	P   string `json:"p,omitempty"`
	Q   string `json:"q,omitempty"`
	DP  string `json:"dp,omitempty"`
	DQ  string `json:"dq,omitempty"`
	QI  string `json:"qi,omitempty"`
}

// number64 reads and text64 writes bytes as base64url without padding.
func number64(text string) []byte {
	data, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil
	}
	return data
}

func text64(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }

func parseJWK(text []byte) (any, error) {
	var k jwk
	if err := json.Unmarshal(text, &k); err != nil {
		return nil, errors.New("the JWK is not an object of strings")
	}
	switch k.Kty {
	case "RSA":
		return k.rsa()
	case "EC":
		return k.ec()
	case "OKP":
		return k.ed25519()
	}
	return nil, fmt.Errorf(`the "kty" of the JWK is %q: expected RSA, EC or OKP`, k.Kty)
}

func (k jwk) rsa() (any, error) {
	n, e := new(big.Int).SetBytes(number64(k.N)), new(big.Int).SetBytes(number64(k.E))
	if n.Sign() == 0 || !e.IsInt64() || e.Int64() < 2 || e.Int64() > 1<<31-1 {
		return nil, errors.New(`the "n" or "e" of the JWK is missing or invalid`)
	}
	public := rsa.PublicKey{N: n, E: int(e.Int64())}
	if k.D == "" {
		return &public, nil
	}
	primes := []*big.Int{new(big.Int).SetBytes(number64(k.P)), new(big.Int).SetBytes(number64(k.Q))}
	if primes[0].Sign() == 0 || primes[1].Sign() == 0 {
		return nil, errors.New(`the "p" or "q" of the JWK is missing`)
	}
	private := &rsa.PrivateKey{PublicKey: public, D: new(big.Int).SetBytes(number64(k.D)), Primes: primes}
	return private, private.Validate()
}

func (k jwk) ec() (any, error) {
	curve := curveNamed(k.Crv)
	if curve == nil {
		return nil, fmt.Errorf(`the "crv" of the JWK is %q: expected P-256, P-384 or P-521`, k.Crv)
	}
	public, err := ecdsa.ParseUncompressedPublicKey(curve, slices.Concat([]byte{4}, number64(k.X), number64(k.Y)))
	if err != nil || k.D == "" {
		return public, err
	}
	private, err := ecdsa.ParseRawPrivateKey(curve, number64(k.D))
	if err == nil && !private.PublicKey.Equal(public) {
		err = errors.New("the parts of the JWK belong to different keys")
	}
	return private, err
}

func (k jwk) ed25519() (any, error) {
	public := number64(k.X)
	if k.Crv != "Ed25519" || len(public) != ed25519.PublicKeySize {
		return nil, errors.New(`expected "crv": "Ed25519" and an "x" of 32 bytes in the JWK`)
	}
	if k.D == "" {
		return ed25519.PublicKey(public), nil
	}
	seed := number64(k.D)
	if len(seed) != ed25519.SeedSize {
		return nil, errors.New(`the "d" of the JWK does not have 32 bytes`)
	}
	private := ed25519.NewKeyFromSeed(seed)
	if !private.Public().(ed25519.PublicKey).Equal(ed25519.PublicKey(public)) {
		return nil, errors.New("the parts of the JWK belong to different keys")
	}
	return private, nil
}

// jwkOf returns the JSON of a key.
func jwkOf(key any) string {
	var k jwk
	public := key
	if signer, ok := key.(crypto.Signer); ok {
		public = signer.Public()
	}
	switch public := public.(type) {
	case *rsa.PublicKey:
		k = jwk{Kty: "RSA", N: text64(public.N.Bytes()), E: text64(big.NewInt(int64(public.E)).Bytes())}
	case *ecdsa.PublicKey:
		point, _ := public.Bytes() // it was parsed
		half := len(point) / 2
		k = jwk{Kty: "EC", Crv: public.Params().Name, X: text64(point[1 : 1+half]), Y: text64(point[1+half:])}
	case ed25519.PublicKey:
		k = jwk{Kty: "OKP", Crv: "Ed25519", X: text64(public)}
	}
	switch private := key.(type) {
	case *rsa.PrivateKey:
		private.Precompute()
		k.D, k.P, k.Q = text64(private.D.Bytes()), text64(private.Primes[0].Bytes()), text64(private.Primes[1].Bytes())
		pre := private.Precomputed
		k.DP, k.DQ, k.QI = text64(pre.Dp.Bytes()), text64(pre.Dq.Bytes()), text64(pre.Qinv.Bytes())
	case *ecdsa.PrivateKey:
		raw, _ := private.Bytes() // it was parsed
		k.D = text64(raw)
	case ed25519.PrivateKey:
		k.D = text64(private.Seed())
	}
	text, _ := json.Marshal(k) // texts always marshal
	return string(text)
}
