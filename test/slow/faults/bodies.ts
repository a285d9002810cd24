import { gzipSync } from 'node:zlib'
import { type Exchange, type Fault, json } from './exchange.ts'

const MIB = 1024 * 1024

const page = ({ outgoing }: Exchange, status: number) =>
  void outgoing
    .writeHead(status, { 'Content-Type': 'text/html; charset=UTF-8' })
    .end('<!DOCTYPE html><html><title>Just a moment...</title></html>')

const body = (name: string, text: string): Fault => ({ name, serve: (exchange) => json(exchange, text) })

/** Fields of products, each with a value that never occurs. */
const WRONG = {
  status: 'fine',
  id: 7,
  guid: false,
  data: 'text',
  content: 7,
  items: {},
  code: {},
  result: true,
  object: null,
  results: 'none',
}

const large = Buffer.alloc(11 * MIB, ' ')
const bomb = gzipSync(Buffer.alloc(60 * MIB, ' '))

/** Wrong bodies of a 200. */
export const bodies: readonly Fault[] = [
  { name: 'page', serve: (exchange) => page(exchange, 200) },
  { name: 'page-403', serve: (exchange) => page(exchange, 403) },
  body('empty', ''),
  body('broken', '{"status": oops'),
  body('list', '[]'),
  body('null', 'null'),
  body('text', '"hello"'),
  body('object', '{}'),
  body('wrong-fields', JSON.stringify(WRONG)),
  {
    name: 'large',
    load: 'heavy',
    serve: ({ outgoing }) => void outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end(large),
  },
  {
    name: 'gzip',
    serve: (exchange) => json(exchange, '{"status":0}', 200, { 'Content-Encoding': 'gzip' }),
  },
  {
    name: 'gzip-bomb',
    load: 'heavy',
    serve: ({ outgoing }) =>
      void outgoing.writeHead(200, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }).end(bomb),
  },
]
