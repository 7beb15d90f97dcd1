package diagnose

import (
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func diagnosed(t *testing.T, text string) Diagnosis {
	t.Helper()
	a, err := Read([]byte(text))
	if err != nil {
		t.Fatalf("Read(%q): %v", text, err)
	}
	return Diagnose(a, noon)
}

// Each sentence of the contract about 429s, and what stands in for it where part of an answer is missing.
func TestALimitIsToldByTheStrongestThingThatAnAnswerSays(t *testing.T) {
	const head = "HTTP/1.1 429 Too Many Requests\r\n"
	for _, c := range []struct {
		sentence, text string
		limit          Limit
	}{
		{"policyName is TEN_SECONDLY_ROLLING for burst", `{"policyName":"TEN_SECONDLY_ROLLING"}`, Burst},
		{"policyName is DAILY for daily exhaustion", `{"policyName":"DAILY"}`, Daily},
		{"SECONDLY is searches", `{"policyName":"SECONDLY","errorType":"RATE_LIMIT"}`, Search},
		{"the policy wins over a small Retry-After", head + "Retry-After: 3\r\n\r\n{\"policyName\":\"DAILY\"}", Daily},
		{
			"the policy wins over a long Retry-After",
			head + "Retry-After: 9000\r\n\r\n{\"policyName\":\"TEN_SECONDLY_ROLLING\"}", Burst,
		},
		{"a small Retry-After means burst exhaustion", head + "Retry-After: 4\r\n", Burst},
		{"hours means daily exhaustion", head + "Retry-After: 18000\r\n", Daily},
		{"minutes are neither", head + "Retry-After: 900\r\n", Unknown},
		{"a date is a Retry-After too", head + "Retry-After: Sat, 21 Nov 2026 17:00:00 GMT\r\n", Daily},
		{
			"a date is read against the answer's clock",
			head + "Date: Sat, 21 Nov 2026 16:59:55 GMT\r\nRetry-After: Sat, 21 Nov 2026 17:00:00 GMT\r\n", Burst,
		},
		{
			"Daily-Remaining of zero is the day's pool",
			head + "X-Crm-RateLimit-Daily-Remaining: 0\r\nX-Crm-RateLimit-Remaining: 12\r\n", Daily,
		},
		{"Remaining of zero is the burst", head + "x-crm-ratelimit-remaining: 0\r\n", Burst},
		{
			"the lower of Remaining and Secondly-Remaining counts",
			head + "X-Crm-RateLimit-Remaining: 9\r\nX-Crm-RateLimit-Secondly-Remaining: 0\r\n", Burst,
		},
		{"headers carry the vendor's name", head + "X-HubSpot-RateLimit-Daily-Remaining: 0\r\n", Daily},
		{
			"the message tells the daily limit", `{"errorType":"RATE_LIMIT","message":"You have reached your daily limit."}`,
			Daily,
		},
		{
			"the message tells the secondly limit",
			`{"errorType":"RATE_LIMIT","message":"You have reached your secondly limit."}`, Search,
		},
		{
			"the message tells the burst",
			`{"category":"RATE_LIMITS","message":"You have reached your ten_secondly_rolling limit."}`, Burst,
		},
		{
			"a search has a limit of its own",
			`{"status":429,"path":"/crm/v3/objects/contacts/search","headers":{"retry-after":"1"}}`, Search,
		},
		{
			"a search meets the day's pool, too",
			`{"status":429,"path":"/crm/v3/objects/contacts/search","headers":{"retry-after":"20000"}}`, Daily,
		},
		{"a 429 that says nothing is not guessed at", head + "\r\n", Unknown},
		{"an unknown policy is not guessed at", head + "\r\n{\"policyName\":\"WEEKLY\"}", Unknown},
		{"a success with nothing left of the window", "HTTP/2 200\nX-Crm-RateLimit-Remaining: 0\n", Burst},
		{
			"a success with nothing left of the day",
			"HTTP/2 200\nX-Crm-RateLimit-Remaining: 8\nX-Crm-RateLimit-Daily-Remaining: 0\n", Daily,
		},
		{"a success is no limit", "HTTP/2 200\nX-Crm-RateLimit-Remaining: 8\n", None},
		{
			"another error is no limit",
			`{"status":"error","category":"VALIDATION_ERROR","message":"Property values were not valid"}`, None,
		},
		{"a migrating account is no limit", "HTTP/1.1 477 Migration\nRetry-After: 7200\n", None},
		{
			"a spent budget with a small hint is the burst",
			`{"ok":false,"message":"CRM rate limit budget exhausted; retry after 12s.","retryAfterSeconds":12}`, Burst,
		},
		{
			"a spent budget with hours is the day's pool",
			`{"ok":false,"message":"CRM rate limit budget exhausted; retry after 20000s."}`, Daily,
		},
		{
			"a workflow action's budget is in its output",
			`{"outputFields":{"retryAfterSeconds":"30","crm_execution_state":"FAIL_CONTINUE"}}`, Burst,
		},
		{
			"a log line with the sentence will do", "error CRM rate limit budget exhausted; retry after 20000s. at handler",
			Daily,
		},
		{
			"a handler that asks to come again is no limit",
			"HTTP/1.1 429 Too Many Requests\nRetry-After: 5\n\n{\"ok\":false,\"error\":\"retry_later\",\"message\":\"busy\"}",
			None,
		},
		{
			"the metric of a 429",
			`{"message":"crm_ratelimit_429_total","fields":{"status":429,"endpointFamily":"search","path":"/x","retryAfterSeconds":1}}`,
			Search,
		},
		{
			"the metric of a spent budget",
			`{"message":"crm_ratelimit_backpressure_total","fields":{"endpointFamily":"general","retryAfterSeconds":18000}}`,
			Daily,
		},
	} {
		t.Run(c.sentence, func(t *testing.T) {
			d := diagnosed(t, c.text)
			if d.Limit != c.limit {
				t.Errorf("limit %s, want %s; evidence %q", d.Limit, c.limit, d.Evidence)
			}
			if len(d.Todo) == 0 || d.Title == "" || (c.limit != None && len(d.Evidence) == 0) {
				t.Errorf("says too little: %+v", d)
			}
		})
	}
}

func TestABurstIsWaitedOutAndADayParksThePortalForTheWholeWindow(t *testing.T) {
	burst := diagnosed(t, "HTTP/1.1 429 x\nRetry-After: 4\nDate: Sat, 21 Nov 2026 11:00:00 GMT\n")
	if *burst.RetryAfterSeconds != 4 || !burst.EndsAt.Equal(noon.Add(-time.Hour+4*time.Second)) || burst.Ends != "in 4 s" {
		t.Errorf("burst: %+v", burst)
	}
	if !strings.Contains(burst.Runtime, "waits that out") {
		t.Errorf("burst, runtime: %s", burst.Runtime)
	}
	daily := diagnosed(t, "HTTP/1.1 429 x\nRetry-After: 18720\n\n{\"policyName\":\"DAILY\"}")
	if !strings.Contains(daily.Runtime, "parks the portal for the whole 5 h 12 min in that isolate") {
		t.Errorf("daily, runtime: %s", daily.Runtime)
	}
	if !strings.HasPrefix(daily.Ends, "in 5 h 12 min; ") || !strings.Contains(
		daily.Ends, "midnight in the account's time zone",
	) {
		t.Errorf("daily, ends: %s", daily.Ends)
	}
	silent := diagnosed(t, `{"policyName":"DAILY"}`)
	if !strings.Contains(silent.Runtime, "60 seconds") || silent.RetryAfterSeconds != nil {
		t.Errorf("daily without Retry-After: %+v", silent)
	}
}

func TestAWaitAboveTheRetryCapIsToldAsBackpressure(t *testing.T) {
	d := diagnosed(t, "HTTP/1.1 429 x\nRetry-After: 25\n\n{\"policyName\":\"TEN_SECONDLY_ROLLING\"}")
	if !strings.Contains(d.Runtime, "backpressure") {
		t.Errorf("runtime: %s", d.Runtime)
	}
}

func TestTheWindowIsTheOneThatTheHeaderReports(t *testing.T) {
	d := diagnosed(t, "HTTP/1.1 429 x\nX-Crm-RateLimit-Remaining: 0\nX-Crm-RateLimit-Interval-Milliseconds: 5000\n")
	if d.Ends != "within 5 s" || *d.Rates.IntervalMs != 5000 {
		t.Errorf("ends %q, rates %+v", d.Ends, d.Rates)
	}
}

func TestARaw429ThatReachedAHandlerBypassedTheClient(t *testing.T) {
	raw := diagnosed(t, `{"status":429,"body":"{\"policyName\":\"TEN_SECONDLY_ROLLING\"}"}`)
	if !strings.Contains(strings.Join(raw.Todo, "\n"), "its call went around ctx.crm") {
		t.Errorf("todo: %q", raw.Todo)
	}
	vendor := diagnosed(
		t,
		"Error: HTTP-Code: 429\nMessage: You have reached your secondly limit.\nBody: \"{\\\"policyName\\\":\\\"SECONDLY\\\"}\"\nHeaders: {\"retry-after\":\"1\"}",
	)
	if vendor.Limit != Search || *vendor.RetryAfterSeconds != 1 || !strings.Contains(
		strings.Join(vendor.Todo, "\n"), "client of the CRM's own",
	) {
		t.Errorf("vendor's client: %+v", vendor)
	}
	own := diagnosed(t, `{"message":"CRM rate limit budget exhausted; retry after 12s."}`)
	if !own.TurnedAway || strings.Contains(strings.Join(own.Todo, "\n"), "went around") {
		t.Errorf("a spent budget: %+v", own)
	}
}

func TestWithoutDailyHeadersOAuthIsNamed(t *testing.T) {
	oauth := strings.Join(diagnosed(t, `{"policyName":"DAILY"}`).Todo, "\n")
	static := strings.Join(diagnosed(t, "HTTP/1.1 429 x\nX-Crm-RateLimit-Daily-Remaining: 0\n").Todo, "\n")
	if !strings.Contains(oauth, "with OAuth, policyName is the only early sign") || strings.Contains(static, "OAuth") {
		t.Errorf("oauth: %s\nstatic: %s", oauth, static)
	}
}

func TestABucketAboveTheAccountsBurstIsNamed(t *testing.T) {
	d := diagnosed(t, "HTTP/1.1 429 x\nX-Crm-RateLimit-Max: 50\nX-Crm-RateLimit-Remaining: 0\n")
	if !strings.Contains(strings.Join(d.Todo, "\n"), "bucket.capacity to 50") {
		t.Errorf("todo: %q", d.Todo)
	}
}

func TestASuccessThatTakesTheLastIsNoRefusalAndHalvesNothing(t *testing.T) {
	d := diagnosed(t, "HTTP/2 200\nX-Crm-RateLimit-Remaining: 0\nX-Crm-RateLimit-Interval-Milliseconds: 5000\n")
	if d.Refused || d.TurnedAway || strings.Contains(d.Runtime, "halves") || !strings.Contains(d.Runtime, "for 5 s") {
		t.Errorf("a success: %+v", d)
	}
	if !diagnosed(t, "HTTP/2 429\nX-Crm-RateLimit-Remaining: 0\n").Refused {
		t.Error("a 429 is a refusal")
	}
}

func TestWhatTheRuntimeDoesIsSaidOfTheHintThatTheAnswerHas(t *testing.T) {
	silent := diagnosed(t, `{"policyName":"TEN_SECONDLY_ROLLING"}`)
	if !strings.Contains(silent.Runtime, "for a second, twice as long with each further 429") {
		t.Errorf("without a Retry-After: %s", silent.Runtime)
	}
	soon := diagnosed(t, "HTTP/1.1 429 x\nRetry-After: 5\n\n{\"policyName\":\"DAILY\"}")
	if !strings.Contains(soon.Runtime, "holds the portal for 5 s, then asks once") {
		t.Errorf("the day's pool with a small Retry-After: %s", soon.Runtime)
	}
}

func TestARetryAfterThatTheRuntimeDoesNotBelieveIsNone(t *testing.T) {
	for _, value := range []string{"Inf", "1e3", "0x10", "+5", "-5", "NaN", "soon"} {
		if d := diagnosed(t, "HTTP/1.1 429 x\nRetry-After: "+value+"\n"); d.RetryAfterSeconds != nil {
			t.Errorf("Retry-After: %s is read as %d s", value, *d.RetryAfterSeconds)
		}
	}
}
