package webapi

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/md5"
	"crypto/pbkdf2"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"fmt"
	"hash"
	"io"

	"github.com/dop251/goja"
)

// newHash returns the constructor of a digest by its Web Crypto name, nil for an unknown one. MD5 is an extension of
// the edge, for old signatures.
func newHash(name string) func() hash.Hash {
	switch name {
	case "MD5":
		return md5.New
	case "SHA-1":
		return sha1.New
	case "SHA-256":
		return sha256.New
	case "SHA-384":
		return sha512.New384
	case "SHA-512":
		return sha512.New
	}
	return nil
}

func cryptoNatives(w *world) natives {
	return natives{
		"random": func(call goja.FunctionCall) goja.Value {
			w.fillRandom(w.bytes(call.Argument(0)))
			return goja.Undefined()
		},
		"randomUUID": func(goja.FunctionCall) goja.Value {
			var id [16]byte
			w.fillRandom(id[:])
			id[6], id[8] = id[6]&0x0f|0x40, id[8]&0x3f|0x80 // version 4, variant of RFC 9562
			return w.rt.ToValue(fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:]))
		},
	}
}

// fillRandom fills data from the host's source of randomness.
func (w *world) fillRandom(data []byte) {
	w.needCall()
	random := w.vm.Options().Random
	if random == nil {
		w.throwDOM("OperationError", "this host has no source of randomness")
	}
	if _, err := io.ReadFull(random, data); err != nil {
		w.throwDOM("OperationError", "the source of randomness failed: %v", err)
	}
}

// subtleNatives receive checked arguments: js/subtle.js knows the parameters of the algorithms.
func subtleNatives(w *world) natives {
	return natives{
		"digest": func(call goja.FunctionCall) goja.Value {
			h := newHash(call.Argument(0).String())()
			h.Write(w.bytes(call.Argument(1)))
			return w.buffer(h.Sum(nil))
		},
		"hmac": func(call goja.FunctionCall) goja.Value {
			mac := hmac.New(newHash(call.Argument(0).String()), w.bytes(call.Argument(1)))
			mac.Write(w.bytes(call.Argument(2)))
			return w.buffer(mac.Sum(nil))
		},
		"equal": func(call goja.FunctionCall) goja.Value {
			return w.rt.ToValue(subtle.ConstantTimeCompare(w.bytes(call.Argument(0)), w.bytes(call.Argument(1))) == 1)
		},
		"hkdf": func(call goja.FunctionCall) goja.Value {
			h := newHash(call.Argument(0).String())
			info := string(w.bytes(call.Argument(3)))
			key, err := hkdf.Key(
				h, w.bytes(call.Argument(1)), w.bytes(call.Argument(2)), info, int(call.Argument(4).ToInteger()),
			)
			return w.derived(key, err)
		},
		"pbkdf2": func(call goja.FunctionCall) goja.Value {
			h := newHash(call.Argument(0).String())
			password := string(w.bytes(call.Argument(1)))
			key, err := pbkdf2.Key(
				h, password, w.bytes(call.Argument(2)), int(call.Argument(3).ToInteger()), int(call.Argument(4).ToInteger()),
			)
			return w.derived(key, err)
		},
		"aesGCM": w.aesGCM,
		"aesCBC": w.aesCBC,
		"aesCTR": w.aesCTR,
	}
}

func (w *world) derived(key []byte, err error) goja.Value {
	if err != nil {
		return w.throwDOM("OperationError", "cannot derive the key: %v", err)
	}
	return w.buffer(key)
}
