// Link-local addresses, where clouds keep their metadata: no model may live there (DESIGN 5). Pure, without DNS.

const linkLocalHosts = [
  /^169\.254\.\d+\.\d+$/,
  /^\[fe[89ab][0-9a-f]:/,
  // The same IPv4 addresses written as IPv6: mapped, compatible, NAT64.
  /^\[(?:::ffff:(?:0:)?|::|64:ff9b::)a9fe:[0-9a-f]{1,4}\]$/,
];

/** True for a base_url whose host is link-local. URL itself turns 2852039166 and 0xa9fea9fe into dotted form. */
export function isLinkLocalUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return linkLocalHosts.some((pattern) => pattern.test(hostname));
}
