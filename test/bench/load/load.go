// This file makes the load: a fixed number of connections, each with one signed request under way. It
// speaks HTTP by itself, so that the generator takes as little of the machine as it can.

package main

import (
	"bufio"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
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

// figure is what one turn gave.
type figure struct {
	perSecond float64
	p50, p99  float64 // milliseconds
}

const (
	secret = "bench-secret"
	path   = "/_svc/cards/constant?portalId=77"
	origin = "http://bench.localhost"
	body   = `{"input":{"amount":12,"note":"a note of some length"}}`
)

// signed is a whole request, signed now: it is good for minutes, so one serves a turn.
func signed() string {
	timestamp := strconv.FormatInt(time.Now().UnixMilli(), 10)
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte("POST" + origin + path + body + timestamp))
	return "POST " + path + " HTTP/1.1\r\nHost: " + strings.TrimPrefix(origin, "http://") +
		"\r\nContent-Type: application/json\r\n" +
		"X-Crm-Request-Timestamp: " + timestamp + "\r\nX-Crm-Signature-v3: " +
		base64.StdEncoding.EncodeToString(mac.Sum(nil)) +
		"\r\nContent-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n" + body
}

// load sends requests for the time, and gives how it went.
func load(ctx context.Context, address string, concurrency int, turn time.Duration) (figure, error) {
	request := []byte(signed())
	end := time.Now().Add(turn)
	took, errs := make([][]time.Duration, concurrency), make([]error, concurrency)
	var running sync.WaitGroup
	start := time.Now()
	for i := range concurrency {
		running.Go(func() { took[i], errs[i] = connection(ctx, address, request, end) })
	}
	running.Wait()
	elapsed := time.Since(start)
	for _, err := range errs {
		if err != nil {
			return figure{}, err
		}
	}
	all := slices.Concat(took...)
	slices.Sort(all)
	at := func(q float64) float64 { return float64(all[int(q*float64(len(all)-1))].Microseconds()) / 1000 }
	return figure{float64(len(all)) / elapsed.Seconds(), at(0.5), at(0.99)}, nil
}

// connection sends one request after the other.
func connection(ctx context.Context, address string, request []byte, end time.Time) ([]time.Duration, error) {
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
		if response.StatusCode != http.StatusOK || string(answer) != answerText {
			return nil, fmt.Errorf("it answered %d %s", response.StatusCode, answer)
		}
		took = append(took, time.Since(start))
	}
	return took, ctx.Err()
}
