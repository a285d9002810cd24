import { crc32, deflateRawSync } from 'node:zlib'

/** Of the first of January 1980, the first that the format has: so the same files are always the same archive. */
const DATE = 0x21
const VERSION = 20
const UTF8_NAMES = 0x800
const DEFLATED = 8

/** A ZIP archive (APPNOTE 6.3), compressed. Names are relative paths with `/`. */
export function zip(files: ReadonlyMap<string, string | Uint8Array>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [path, content] of files) {
    const name = Buffer.from(path)
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes, { level: 9 })
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(VERSION, 0)
    fields.writeUInt16LE(UTF8_NAMES, 2)
    fields.writeUInt16LE(DEFLATED, 4)
    fields.writeUInt16LE(DATE, 8)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(bytes.length, 18)
    fields.writeUInt16LE(name.length, 22)
    const start = Buffer.from('PK\x03\x04')
    parts.push(start, fields, name, packed)
    // The entry of the directory: without a comment, and with no attributes.
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const made = Buffer.alloc(2)
    made.writeUInt16LE(VERSION)
    directory.push(Buffer.from('PK\x01\x02'), made, fields, place, name)
    offset += start.length + fields.length + name.length + packed.length
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.size, 4)
  end.writeUInt16LE(files.size, 6)
  end.writeUInt32LE(entries.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, entries, Buffer.from('PK\x05\x06'), end])
}
