// The records of a zip file as bytes: what the writer puts down and the reader looks for. Pure.

/** Numbers that a record begins with. */
export const signature = {
  local: 0x04034b50,
  descriptor: 0x08074b50,
  central: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
} as const;

/** Lengths of the fixed part of a record, in bytes. */
export const recordSize = { local: 30, central: 46, end: 22, end64: 56, locator64: 20 } as const;

export const method = { stored: 0, deflated: 8 } as const;

/** Bit 0: encrypted. Bit 3: sizes follow the content. Bit 11: the name is UTF-8. */
export const flag = { encrypted: 0x1, sizesFollow: 0x8, utf8: 0x800 } as const;

/** Values that say "look into the 64 bit record". */
export const most16 = 0xffff;
export const most32 = 0xffffffff;

/** Date and time as zip counts them, in UTC: from 1980 to 2107, in steps of two seconds. */
export function dosTime(seconds: number): { date: number; time: number } {
  const at = new Date(Math.max(seconds, 315_532_800) * 1000);
  const year = Math.min(at.getUTCFullYear(), 2107) - 1980;
  return {
    date: (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
  };
}

/** A list of numbers with their widths in bytes, little end first. */
export function packed(...fields: readonly (readonly [value: number, width: 2 | 4 | 8])[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [, width]) => sum + width, 0));
  let at = 0;
  for (const [value, width] of fields) {
    if (width === 8) bytes.writeBigUInt64LE(BigInt(value), at);
    else bytes.writeUIntLE(value, at, width);
    at += width;
  }
  return bytes;
}
