// Package load makes the load of benchmarks: a fixed number of connections, each with one signed request of a card in
// flight. It speaks HTTP by itself, so that the generator takes as little of the machine as it can.
package load

import (
	"bufio"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Card is the request, and the answer that it must get.
type Card struct {
	// Origin is that of the worker, as the request names it. Path has the query.
	Origin, Path, Body string
	// Secret signs the request.
	Secret string
	// Answer is the body of the response.
	Answer string
}

// Figure is what one turn gave.
type Figure struct {
	Requests  int
	PerSecond float64
	P50, P99  float64 // milliseconds
}

// signed returns the whole request, signed now. It is valid for minutes, so one serves a turn.
func (c Card) signed() []byte {
	timestamp := strconv.FormatInt(time.Now().UnixMilli(), 10)
	mac := hmac.New(sha256.New, []byte(c.Secret))
	mac.Write([]byte("POST" + c.Origin + c.Path + c.Body + timestamp))
	return []byte("POST " + c.Path + " HTTP/1.1\r\nHost: " + strings.TrimPrefix(c.Origin, "http://") +
		"\r\nContent-Type: application/json\r\n" +
		"X-Crm-Request-Timestamp: " + timestamp + "\r\nX-Crm-Signature-v3: " +
		base64.StdEncoding.EncodeToString(mac.Sum(nil)) +
		"\r\nContent-Length: " + strconv.Itoa(len(c.Body)) + "\r\n\r\n" + c.Body)
}

// Turn sends requests to an address for a time.
func (c Card) Turn(ctx context.Context, address string, concurrency int, turn time.Duration) (Figure, error) {
	request := c.signed()
	end := time.Now().Add(turn)
	took, errs := make([][]time.Duration, concurrency), make([]error, concurrency)
	var running sync.WaitGroup
	start := time.Now()
	for i := range concurrency {
		running.Go(func() { took[i], errs[i] = c.connection(ctx, address, request, end) })
	}
	running.Wait()
	elapsed := time.Since(start)
	all := slices.Concat(took...)
	if err := errors.Join(errs...); err != nil || len(all) == 0 { // none: the turn ended before the first request
		return Figure{}, err
	}
	slices.Sort(all)
	at := func(q float64) float64 { return float64(all[int(q*float64(len(all)-1))].Microseconds()) / 1000 }
	return Figure{len(all), float64(len(all)) / elapsed.Seconds(), at(0.5), at(0.99)}, nil
}

// connection sends one request after the other.
func (c Card) connection(
	ctx context.Context, address string, request []byte, end time.Time,
) ([]time.Duration, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	reader := bufio.NewReader(conn)
	var took []time.Duration
	for time.Now().Before(end) && ctx.Err() == nil {
		start := time.Now()
		if _, err := conn.Write(request); err != nil {
			return nil, err
		}
		response, err := http.ReadResponse(reader, nil)
		if err != nil {
			return nil, err
		}
		answer, err := io.ReadAll(response.Body)
		if err != nil {
			return nil, err
		}
		if response.StatusCode != http.StatusOK || string(answer) != c.Answer {
			return nil, fmt.Errorf("it answered %d %s", response.StatusCode, answer)
		}
		took = append(took, time.Since(start))
	}
	return took, ctx.Err()
}
