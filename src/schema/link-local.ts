// Link-local addresses, where clouds keep their metadata: no model may live there (DESIGN 5). Pure, without DNS.

const v4 = /^169\.254\.\d+\.\d+$/;
/** fe80::/10, and the IPv4 range written as IPv6: mapped, compatible, NAT64, in dotted or in hexadecimal form. */
const v6 = [
  /^fe[89ab][0-9a-f]:/,
  /^(?:::ffff:(?:0:)?|::|64:ff9b::)(?:a9fe:[0-9a-f]{1,4}|169\.254\.\d+\.\d+)$/,
];

/** True for an IP address (brackets allowed) in 169.254.0.0/16 or fe80::/10, however it is written. */
export function isLinkLocal(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, "").toLowerCase();
  return v4.test(plain) || v6.some((pattern) => pattern.test(plain));
}

/** True for a base_url whose host is link-local. URL itself turns 2852039166 and 0xa9fea9fe into dotted form. */
export function isLinkLocalUrl(url: string): boolean {
  return URL.canParse(url) && isLinkLocal(new URL(url).hostname);
}
