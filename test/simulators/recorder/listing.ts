import { Hono } from 'hono'
import { hexId, success, unprocessable } from './envelope.ts'
import type { Recording } from './recording.ts'
import type { Plaud, PlaudEnv } from './state.ts'

/** A flag as bool or 0/1, whichever the product feels like (facts 6.1). */
export const flag = ({ switches }: Plaud, value: boolean): boolean | number =>
  switches.flags === 'number' ? Number(value) : value

/** GET /file/simple/web, the list of recordings (facts 6.1). */
export function listing(plaud: Plaud) {
  return new Hono<PlaudEnv>().get('/file/simple/web', (c) => {
    const { skip = '0', limit = '20', is_trash = '0', sort_by = 'start_time', is_desc = 'true' } = c.req.query()
    for (const [field, value] of Object.entries({ skip, limit })) {
      if (!/^\d{1,9}$/.test(value)) return unprocessable(field, 'a non-negative integer is needed')
    }
    if (!/^[012]$/.test(is_trash)) return unprocessable('is_trash', '0, 1 or 2 is needed')
    if (sort_by !== 'start_time' && sort_by !== 'edit_time') return unprocessable('sort_by', 'unknown column')
    if (!/^(true|false)$/.test(is_desc)) return unprocessable('is_desc', 'true or false is needed')

    const folder = plaud.switches.folderFilter === 'heeded' ? c.req.query('filetag_id') : undefined
    const wanted = [...c.var.library.recordings.values()]
      .filter((each) => is_trash === '2' || each.is_trash === (is_trash === '1'))
      .filter((each) => !folder || each.filetag_id_list.includes(folder))
      .sort((a, b) => (a[sort_by] - b[sort_by]) * (is_desc === 'true' ? -1 : 1))
    const page = wanted.slice(Number(skip), Number(skip) + Number(limit))
    const totals = { account: wanted.length, page: page.length, lying: wanted.length + 7 }
    return success(plaud, {
      data_file_total: totals[plaud.switches.total],
      data_file_list: page.map((each, index) => row(plaud, each, index)),
    })
  })
}

function row(plaud: Plaud, recording: Recording, index: number) {
  const { id, start_time, duration, edit_time, version_ms } = recording
  const { editTime } = plaud.switches
  const inMs = editTime === 'ms' || (editTime === 'mixed' && index % 2 === 0)
  return {
    id,
    filename: recording.filename,
    fullname: `${id}.opus`,
    filetype: recording.filetype,
    filesize: recording.filesize,
    file_md5: hexId(`upload ${id}`),
    keywords: recording.keywords,
    start_time,
    end_time: start_time + duration,
    duration,
    edit_time: inMs ? edit_time : Math.floor(edit_time / 1000),
    version: Math.floor(version_ms / 1000),
    version_ms,
    edit_from: recording.edit_from,
    is_trash: flag(plaud, recording.is_trash),
    is_trans: flag(plaud, recording.is_trans),
    is_summary: flag(plaud, recording.is_summary),
    is_markmemo: flag(plaud, recording.is_markmemo),
    ori_ready: flag(plaud, recording.audio),
    timezone: recording.timezone,
    zonemins: recording.zonemins,
    scene: recording.scene,
    serial_number: recording.serial_number,
    filetag_id_list: recording.filetag_id_list,
    wait_pull: recording.wait_pull,
  }
}
