export interface PreparedAnswer {
  status: number
  type: string
  body: Buffer
}
