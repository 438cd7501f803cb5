import type {
  UserMessageView,
  SessionHistory,
  SessionCall,
  SessionHistoryEvent,
} from '@callgate/operations/api';

export type Axis = 'order' | 'time';

/** How large the picture is drawn; 0 shows the whole session at once. */
export const ZOOMS = [0, 1, 2, 4] as const;
export type Zoom = (typeof ZOOMS)[number];

export interface PictureLayoutRequest {
  readonly calls: readonly SessionCall[];
  readonly words: readonly UserMessageView[];
  readonly events: readonly SessionHistoryEvent[];
  readonly axis: Axis;
  readonly zoom: Zoom;
  /** Pixels there are from side to side. */
  readonly room: number;
}

export interface PicturePoint {
  readonly x: number;
  readonly y: number;
}

export interface PictureLayout {
  readonly width: number;
  readonly height: number;
  /** One for each call. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly lanes: readonly { readonly server: string; readonly y: number }[];
  /** Where words and events stand; null where there are none. */
  readonly personY: number | null;
  readonly bandY: { readonly private: number; readonly untrusted: number; readonly out: number };
  readonly lanesTop: number;
  readonly lanesBottom: number;
  readonly radius: number;
  /** From each call to the nearest one on its lane. */
  readonly rooms: readonly number[];
  /** Pauses that are drawn shorter than they were. */
  readonly breaks: readonly { readonly x: number; readonly ms: number }[];
  readonly indexOf: ReadonlyMap<string, number>;
  /** Where the mark of a call is. */
  pointOf(call: string | null | undefined): PicturePoint | undefined;
  /** Where a moment between calls is. */
  xAt(time: number): number;
}

/** What is drawn, and the part of it that is in sight. */
export interface PictureDrawing {
  readonly story: SessionHistory;
  readonly layout: PictureLayout;
  readonly axis: Axis;
  /** The call that is looked at. */
  readonly active: string | null;
  readonly from: number;
  readonly to: number;
}

export const BAND_HEIGHT = 22;
const LEFT = 34;
const LEFT_OF_WORDS = 78;
const RIGHT = 56;
const LANE = 60;
const LANE_OF_MANY = 46;
const MANY = 8;
/** Room for what is written below a mark of the last lane. */
const BELOW = 22;
const WIDEST = 170;
const LONGEST_GAP = 190;

const leastGap = (zoom: Zoom, axis: Axis): number =>
  zoom === 0 ? 0.01 : (axis === 'order' ? 30 : 20) * zoom;

const gapsOf = (
  { calls, axis, zoom, room }: PictureLayoutRequest,
  left: number,
): { readonly gaps: readonly number[]; readonly cut: ReadonlySet<number> } => {
  const wide = Math.max(80, room - left - RIGHT);
  const between = Math.max(1, calls.length - 1);
  const least = leastGap(zoom, axis);
  const scale = Math.max(1, zoom);
  if (axis === 'order') {
    const gap = Math.min(WIDEST * scale, Math.max(least, (wide / between) * scale));
    return { gaps: Array.from({ length: calls.length - 1 }, () => gap), cut: new Set() };
  }
  const span = Math.max(1, (calls.at(-1)?.at ?? 0) - (calls[0]?.at ?? 0));
  const longest = zoom === 0 ? wide : LONGEST_GAP * scale;
  const cut = new Set<number>();
  const gaps = calls.slice(1).map((call, index) => {
    const raw = ((call.at - (calls[index]?.at ?? call.at)) / span) * wide * scale;
    if (raw > longest) cut.add(index);
    return Math.min(longest, Math.max(least, raw));
  });
  return { gaps, cut };
};

const roomsOf = (calls: readonly SessionCall[], xs: readonly number[]): readonly number[] => {
  const rooms: number[] = calls.map(() => WIDEST);
  const last = new Map<string, number>();
  for (const [index, { server }] of calls.entries()) {
    const before = last.get(server);
    last.set(server, index);
    if (before === undefined) continue;
    const room = (xs[index] ?? 0) - (xs[before] ?? 0);
    rooms[index] = Math.min(rooms[index] ?? room, room);
    rooms[before] = Math.min(rooms[before] ?? room, room);
  }
  return rooms;
};

export const layOutPicture = (request: PictureLayoutRequest): PictureLayout => {
  const { calls, words, events, room } = request;
  const begins = calls[0]?.at ?? 0;
  const early = words.some(({ at }) => at === null || at <= begins);
  const left = early ? LEFT_OF_WORDS : LEFT;
  const { gaps, cut } = gapsOf(request, left);
  const xs: number[] = calls.map(() => left);
  for (const [index, gap] of gaps.entries()) xs[index + 1] = (xs[index] ?? left) + gap;
  const servers = [...new Set(calls.map(({ server }) => server))];
  const lane = servers.length > MANY ? LANE_OF_MANY : LANE;
  const bandY = { private: 10, untrusted: 10 + 32, out: 10 + 64 };
  const personY = words.length + events.length > 0 ? bandY.out + 58 : null;
  const lanesTop = (personY === null ? bandY.out + 34 : personY + 26) + 4;
  const lanes = servers.map((server, index) => ({ server, y: lanesTop + lane * (index + 0.5) - 4 }));
  const laneY = new Map(lanes.map(({ server, y }) => [server, y]));
  const lanesBottom = lanesTop + lane * servers.length + BELOW;
  const spacing = gaps.reduce((least, gap) => Math.min(least, gap), WIDEST);
  const breaks = [...cut].map((index) => ({
    x: ((xs[index] ?? 0) + (xs[index + 1] ?? 0)) / 2,
    ms: (calls[index + 1]?.at ?? 0) - (calls[index]?.at ?? 0),
  }));
  const xAt = (time: number): number => {
    const after = calls.findIndex(({ at }) => at > time);
    if (after === 0) return left / 2 + 6;
    if (after === -1) return (xs.at(-1) ?? left) + 28;
    const from = xs[after - 1] ?? left;
    return from + ((xs[after] ?? from) - from) * 0.6;
  };
  const ys = calls.map(({ server }) => laneY.get(server) ?? lanesTop);
  const indexOf = new Map(calls.map(({ id }, index) => [id, index]));
  return {
    width: Math.max(room, Math.floor((xs.at(-1) ?? left) + RIGHT)),
    height: lanesBottom + 30,
    xs,
    ys,
    lanes,
    personY,
    bandY,
    lanesTop,
    lanesBottom,
    radius: Math.min(10, Math.max(2.5, spacing * 0.42)),
    rooms: roomsOf(calls, xs),
    breaks,
    indexOf,
    pointOf: (call) => {
      const index = indexOf.get(call ?? '');
      return index === undefined ? undefined : { x: xs[index] ?? 0, y: ys[index] ?? 0 };
    },
    xAt,
  };
};
