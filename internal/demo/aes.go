package demo

import (
	"crypto/aes"
	"crypto/cipher"
)

// Cipher encrypts and decrypts as MySQL's AES_ENCRYPT and AES_DECRYPT do by default:
// AES-128 in ECB mode, with the key folded into 16 bytes by exclusive or and padding
// after PKCS #7.
type Cipher struct{ block cipher.Block }

// NewCipher makes a cipher of a key of any length.
func NewCipher(key []byte) Cipher {
	var folded [aes.BlockSize]byte
	for i, b := range key {
		folded[i%len(folded)] ^= b
	}
	block, err := aes.NewCipher(folded[:])
	if err != nil {
		panic(err) // the key has 16 bytes
	}
	return Cipher{block}
}

// Encrypt returns the encrypted text.
func (c Cipher) Encrypt(text []byte) []byte {
	pad := aes.BlockSize - len(text)%aes.BlockSize
	out := make([]byte, len(text)+pad)
	for i := copy(out, text); i < len(out); i++ {
		out[i] = byte(pad)
	}
	for at := 0; at < len(out); at += aes.BlockSize {
		c.block.Encrypt(out[at:], out[at:])
	}
	return out
}

// Decrypt returns the text, or false if this is nothing that the key has encrypted:
// MySQL gives NULL then.
func (c Cipher) Decrypt(data []byte) ([]byte, bool) {
	if len(data) == 0 || len(data)%aes.BlockSize != 0 {
		return nil, false
	}
	out := make([]byte, len(data))
	for at := 0; at < len(data); at += aes.BlockSize {
		c.block.Decrypt(out[at:], data[at:])
	}
	pad := int(out[len(out)-1])
	if pad == 0 || pad > aes.BlockSize {
		return nil, false
	}
	for _, b := range out[len(out)-pad:] {
		if int(b) != pad {
			return nil, false
		}
	}
	return out[:len(out)-pad], true
}
