/**
 * The default URL to which cards send log entries for `svc dev`. If `--svc-log-port` sets another port, pass its URL to
 * `enableSvcDev`.
 */
export const DEFAULT_SVC_DEV_LOG_URL: string = 'http://127.0.0.1:9099/__svc/log';

/** The hosts that are always this machine, as `URL` writes them. */
const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Reports whether a URL leads to an HTTP server on this machine. */
export function isLoopbackUrl(url: string): boolean {
  try {
    const { protocol, hostname, username, password } = new URL(url);
    return /^https?:$/.test(protocol) && LOOPBACK_HOSTS.includes(hostname) && `${username}${password}` === '';
  } catch {
    return false;
  }
}
