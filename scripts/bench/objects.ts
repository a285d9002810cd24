// The classes of the gateway's Durable Objects, without code. The runtime opens their storage when it starts.
export class Accounts {}
export class Access {}
export class Ledger {}
export class Events {}
export class Usage {}
