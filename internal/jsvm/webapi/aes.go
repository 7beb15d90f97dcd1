package webapi

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/subtle"

	"github.com/dop251/goja"
)

// badCiphertext does not reveal more about why a decryption failed.
const badCiphertext = "cannot decrypt the data: it is damaged, or the key is wrong"

// aesGCM(encrypt, key, iv, additionalData, tagBytes, data).
func (w *world) aesGCM(call goja.FunctionCall) goja.Value {
	iv, extra, data := w.bytes(call.Argument(2)), w.bytes(call.Argument(3)), w.bytes(call.Argument(5))
	tag := int(call.Argument(4).ToInteger())
	block := w.block(call.Argument(1))
	if len(iv) == 0 {
		return w.throwDOM("OperationError", "AES-GCM needs an iv of at least one byte")
	}
	gcm, err := cipher.NewGCMWithNonceSize(block, len(iv))
	if err != nil {
		return w.throwDOM("OperationError", "AES-GCM: %v", err)
	}
	if call.Argument(0).ToBoolean() {
		sealed := gcm.Seal(nil, iv, data, extra)
		return w.buffer(sealed[:len(sealed)-gcm.Overhead()+tag])
	}
	plain, ok := openGCM(gcm, iv, extra, data, tag)
	if !ok {
		return w.throwDOM("OperationError", badCiphertext)
	}
	return w.buffer(plain)
}

// openGCM decrypts also with a shortened tag, which the library does not. The mode is its own inverse: sealing the
// ciphertext gives the plaintext, and sealing the plaintext gives the tag to compare.
func openGCM(gcm cipher.AEAD, iv, extra, data []byte, tag int) ([]byte, bool) {
	if len(data) < tag {
		return nil, false
	}
	if tag == gcm.Overhead() {
		plain, err := gcm.Open(nil, iv, data, extra)
		return plain, err == nil
	}
	text := data[:len(data)-tag]
	plain := gcm.Seal(nil, iv, text, extra)[:len(text)]
	sealed := gcm.Seal(nil, iv, plain, extra)[:len(data)]
	return plain, subtle.ConstantTimeCompare(sealed, data) == 1
}

// aesCBC(encrypt, key, iv, data), with PKCS#7 padding.
func (w *world) aesCBC(call goja.FunctionCall) goja.Value {
	block, iv, data := w.block(call.Argument(1)), w.bytes(call.Argument(2)), w.bytes(call.Argument(3))
	if call.Argument(0).ToBoolean() {
		pad := aes.BlockSize - len(data)%aes.BlockSize
		padded := append(bytes.Clone(data), bytes.Repeat([]byte{byte(pad)}, pad)...)
		cipher.NewCBCEncrypter(block, iv).CryptBlocks(padded, padded)
		return w.buffer(padded)
	}
	if len(data) == 0 || len(data)%aes.BlockSize != 0 {
		return w.throwDOM("OperationError", badCiphertext)
	}
	plain := make([]byte, len(data))
	cipher.NewCBCDecrypter(block, iv).CryptBlocks(plain, data)
	pad := int(plain[len(plain)-1])
	if pad == 0 || pad > aes.BlockSize || !bytes.HasSuffix(plain, bytes.Repeat([]byte{byte(pad)}, pad)) {
		return w.throwDOM("OperationError", badCiphertext)
	}
	return w.buffer(plain[:len(plain)-pad])
}

// aesCTR(key, counter, bits, data). Only the lowest bits of the counter are incremented. When they overflow, the rest
// of the block stays unchanged.
func (w *world) aesCTR(call goja.FunctionCall) goja.Value {
	block, counter := w.block(call.Argument(0)), bytes.Clone(w.bytes(call.Argument(1)))
	bits, data := int(call.Argument(2).ToInteger()), w.bytes(call.Argument(3))
	result := make([]byte, len(data))
	var key [aes.BlockSize]byte
	for at := 0; at < len(data); at += aes.BlockSize {
		block.Encrypt(key[:], counter)
		subtle.XORBytes(result[at:], data[at:], key[:])
		countUp(counter, bits)
	}
	return w.buffer(result)
}

func countUp(counter []byte, bits int) {
	for i := len(counter) - 1; i >= 0 && bits > 0; i-- {
		mask := byte(0xff)
		if bits < 8 {
			mask = 1<<bits - 1
		}
		next := (counter[i] + 1) & mask
		counter[i] = counter[i]&^mask | next
		if next != 0 {
			return
		}
		bits -= 8
	}
}

func (w *world) block(key goja.Value) cipher.Block {
	block, err := aes.NewCipher(w.bytes(key))
	if err != nil {
		w.throwDOM("OperationError", "AES: %v", err)
	}
	return block
}
