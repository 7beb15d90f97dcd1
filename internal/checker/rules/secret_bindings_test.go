package rules

import "testing"

func TestLooksLikeKeyDistinguishesKeysFromNames(t *testing.T) {
	for _, name := range []string{
		"LEDGER_WEBHOOK_SECRET", "KEY", "OAUTH2_TOKEN_V2", "S3_BUCKET_2026", "WEBHOOKSHAREDSECRETFORLEDGER", "ledgerKey",
		"ASIA_REGION_SECRET", "DEADBEEF", "SHA256_KEY_OF_2026_01_31", "A1B2C3",
	} {
		if looksLikeKey(name) {
			t.Errorf("%q was taken for a key", name)
		}
	}
	for _, key := range []string{
		"9f86d081884c7d659a2feaa0c55ad015", "deadbeefdeadbeefdeadbeef",
		"9F86D081884C7D659A2FEAA0C55AD015A3BF4F1B2B0B822CD15D6C15B0F00A08",
		"whsec_abc", "sk_live_abc", "ghp_abc", "eyJhbGciOi", "-----BEGIN PRIVATE KEY-----", "A7F3K9Q2M5X8B1N4",
		"550e8400-e29b-41d4-a716-446655440000a1b2c3d4",
		"MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw==",
	} {
		if !looksLikeKey(key) {
			t.Errorf("%q was taken for a name", key)
		}
	}
}
