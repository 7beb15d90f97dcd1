// The signing here is independent of the host's own, so that a mistake there does not also sign the cases.

package conformance

import (
	"cmp"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// signer signs requests with the keys of a variant, as the platform, the project's tools and push sources do.
type signer struct {
	prefix, secret  string
	keyID, key      string
	now             func() time.Time
	signed, altered *request
	words           []string
	arguments       map[string]string
}

// alterations are the words that make a signature invalid or unusual.
var alterations = []string{
	"wrong-key", "altered-body", "altered-query", "altered-path", "altered-method", "altered-time", "no-time",
	"no-install", "twice", "v1",
}

var signArguments = []string{
	"at", "uri", "text", "time", "kid", "nonce", "origin", "environment", "key", "header", "encoding", "prefix",
	"time-header",
}

// signWord is one word of a Sign header; values may be quoted.
var signWord = regexp.MustCompile(`([a-z0-9-]+)(?:=("[^"]*"|\S*))?`)

// sign adds the headers of one Sign line to the request.
func (s signer) sign(r *request, line string) error {
	s.signed, s.words, s.arguments = r, nil, map[string]string{}
	kind, rest, _ := strings.Cut(line, " ")
	for _, word := range signWord.FindAllStringSubmatch(rest, -1) {
		switch {
		case slices.Contains(signArguments, word[1]):
			s.arguments[word[1]] = strings.Trim(word[2], `"`)
		case slices.Contains(alterations, word[1]):
			s.words = append(s.words, word[1])
		default:
			return fmt.Errorf(
				"unknown word %q of Sign: expected %s, or %s with a value", word[1], strings.Join(alterations, " "),
				strings.Join(signArguments, "= ")+"=",
			)
		}
	}
	s.alter()
	switch kind {
	case "none":
	case "v3":
		return s.v3()
	case "v2":
		s.v2()
	case "grant":
		return s.grant()
	case "hmac":
		return s.hmac()
	default:
		return fmt.Errorf("unknown kind %q of Sign: expected none, v3, v2, grant or hmac", kind)
	}
	return nil
}

func (s signer) has(word string) bool { return slices.Contains(s.words, word) }

// alter derives the request to sign from the one to send.
func (s *signer) alter() {
	other := *s.signed
	path, query, hasQuery := strings.Cut(other.path, "?")
	if s.has("altered-path") {
		path = "/altered"
	}
	switch {
	case s.has("altered-query") && hasQuery:
		hasQuery = false
	case s.has("altered-query"):
		query, hasQuery = "altered=1", true
	}
	if other.path = path; hasQuery {
		other.path += "?" + query
	}
	if s.has("altered-body") {
		other.body += " "
	}
	if s.has("altered-method") {
		other.method = "PUT"
	}
	s.altered = &other
}

// at returns the signed timestamp and the one to send.
func (s signer) at(unit time.Duration) (signed, sent string, err error) {
	at := s.now()
	if offset := s.arguments["at"]; offset != "" {
		d, err := time.ParseDuration(offset)
		if err != nil {
			return "", "", fmt.Errorf("invalid at %q: expected an offset such as -330s", offset)
		}
		at = at.Add(d)
	}
	if text, given := s.arguments["time"]; given {
		return text, text, nil
	}
	format := func(t time.Time) string { return strconv.FormatInt(t.UnixNano()/int64(unit), 10) }
	signed, sent = format(at), format(at)
	if s.has("altered-time") {
		sent = format(at.Add(time.Second))
	}
	return signed, sent, nil
}

func (s signer) keyed(key string) []byte {
	if s.has("wrong-key") {
		key = "wrong-" + key
	}
	return []byte(key)
}

func mac(key []byte, parts ...string) []byte {
	m := hmac.New(sha256.New, key)
	for _, part := range parts {
		m.Write([]byte(part))
	}
	return m.Sum(nil)
}

// send adds the signature's header, as altered by the words.
func (s signer) send(name, signature string) {
	if text, given := s.arguments["text"]; given {
		signature = text
	}
	s.signed.headers = append(s.signed.headers, header{name, signature})
	if s.has("twice") {
		s.signed.headers = append(s.signed.headers, header{name, signature})
	}
}

// uri returns the URI that the platform signs.
func (s signer) uri() string {
	if uri, given := s.arguments["uri"]; given {
		return uri
	}
	return "http://" + s.altered.host() + s.altered.path
}

// decoded matches the escapes that the platform decodes before it signs (v3).
var decoded = regexp.MustCompile(`(?i)%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)`)

func (s signer) v3() error {
	signed, sent, err := s.at(time.Millisecond)
	if err != nil {
		return err
	}
	uri := s.uri()
	if _, given := s.arguments["uri"]; !given {
		uri = decoded.ReplaceAllStringFunc(uri, func(escape string) string {
			text, _ := hex.DecodeString(escape[1:]) // the pattern has matched hex digits
			return string(text)
		})
	}
	if !s.has("no-time") {
		s.signed.headers = append(s.signed.headers, header{s.prefix + "-Request-Timestamp", sent})
	}
	sum := mac(s.keyed(s.secret), s.altered.method, uri, s.altered.body, signed)
	s.send(s.prefix+"-Signature-v3", base64.StdEncoding.EncodeToString(sum))
	return nil
}

func (s signer) v2() {
	sum := sha256.Sum256([]byte(string(s.keyed(s.secret)) + s.altered.method + s.uri() + s.altered.body))
	s.signed.headers = append(s.signed.headers, header{s.prefix + "-Signature-Version", "v2"})
	s.send(s.prefix+"-Signature", hex.EncodeToString(sum[:]))
}

// nonceBytes is the length of a grant's nonce, in bytes.
const nonceBytes = 16

func (s signer) grant() error {
	signed, sent, err := s.at(time.Millisecond)
	if err != nil {
		return err
	}
	kid, nonce := s.keyID, s.arguments["nonce"]
	if given := s.arguments["kid"]; given != "" {
		kid = given
	}
	if nonce == "" {
		random := make([]byte, nonceBytes)
		if _, err := rand.Read(random); err != nil {
			return err
		}
		nonce = hex.EncodeToString(random)
	}
	body := sha256.Sum256([]byte(s.altered.body))
	version, audience := "v2", []string{
		cmp.Or(s.arguments["origin"], "http://"+s.altered.host()), cmp.Or(s.arguments["environment"], environmentValue),
	}
	if s.has("v1") {
		version, audience = "v1", nil
	}
	text := strings.Join(slices.Concat([]string{version}, audience, []string{
		s.altered.method, s.altered.path, signed, nonce, hex.EncodeToString(body[:]),
	}), "\n")
	s.send("X-Svc-Grant", fmt.Sprintf("%s.%s.%s.%s.%x", version, kid, sent, nonce, mac(s.keyed(s.key), text)))
	return nil
}

func (s signer) hmac() error {
	text := s.altered.body
	if _, query, _ := strings.Cut(s.altered.path, "?"); strings.HasPrefix(query, "install=") && !s.has("no-install") {
		text = query + "." + text
	}
	if name := s.arguments["time-header"]; name != "" {
		signed, sent, err := s.at(time.Second)
		if err != nil {
			return err
		}
		if text = signed + "." + text; !s.has("no-time") {
			s.signed.headers = append(s.signed.headers, header{name, sent})
		}
	}
	sum, name := mac(s.keyed(s.arguments["key"]), text), s.arguments["header"]
	if name == "" {
		name = "X-Signature"
	}
	encoded := hex.EncodeToString(sum)
	if s.arguments["encoding"] == "base64" {
		encoded = base64.StdEncoding.EncodeToString(sum)
	}
	s.send(name, s.arguments["prefix"]+encoded)
	return nil
}
