import { describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import {
  type Arrow,
  type Diagram,
  type Gap,
  gapText,
  type Step,
} from '../../../src/judge/diagram/diagram-model.ts';
import { layOutDiagram } from '../../../src/judge/diagram/layout.ts';
import { diagramMermaid, diagramSvg } from '../../../src/judge/diagram/render-diagram.ts';

const AT = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-02T01:00:00.000Z';
const HOSTILE = '<script>alert(1)</script> & "quotes" `ticks` ; # %0A \u001b[2J \u202e\nend';

const arrow = (parts: Partial<Arrow> = {}): Arrow => ({
  kind: 'arrow',
  at: AT,
  from: 'client',
  to: 'service',
  isResponse: false,
  text: 'POST /order/',
  note: '',
  tone: 'plain',
  lost: null,
  isAhead: false,
  evidence: [{ kind: 'request', id: 'req-1' }],
  ...parts,
});
const back = (parts: Partial<Arrow> = {}): Arrow =>
  arrow({ from: 'service', to: 'client', isResponse: true, text: '202', note: '3 ms', ...parts });

const STEPS: readonly Step[] = [
  arrow(),
  {
    kind: 'mark',
    at: AT,
    text: 'processing',
    note: '−3.90 TRX',
    tone: 'plain',
    isAhead: false,
    truth: { status: 'processing' },
  },
  {
    kind: 'difference',
    text: '3.90 TRX debited, client does not know',
    from: AT,
    to: null,
    steps: 3,
    isAhead: false,
  },
  back({ text: 'no response', lost: 'connection-reset', tone: 'bad' }),
  { kind: 'gap', from: AT, to: LATER, isAdvanced: true, isAhead: false },
  arrow({ at: LATER, from: 'service', to: 'receiver', text: 'order.delegating', lost: 'not reached' }),
  arrow({
    at: LATER,
    from: 'service',
    to: 'receiver',
    text: 'order.delegating',
    isAhead: true,
    evidence: [],
  }),
];

const diagram = (steps: readonly Step[] = STEPS, title = 'Order 17, inv-1'): Diagram => ({
  title,
  date: '2026-01-01',
  names: { client: 'Client', service: 'Service', receiver: 'Receiver' },
  steps,
});

const HOSTILE_DIAGRAM = diagram(
  [arrow({ text: HOSTILE }), back({ lost: HOSTILE }), { ...STEPS[1]!, text: HOSTILE } as Step],
  HOSTILE,
);

describe('as Mermaid', () => {
  test('a diagram has one statement per line', () => {
    expect(diagramMermaid(diagram()).split('\n')).toEqual([
      'sequenceDiagram',
      '    title Order 17, inv-1, 2026-01-01 UTC',
      '    participant C as Client',
      '    participant S as Service',
      '    participant R as Receiver',
      '    C->>S: POST /order/',
      '    Note over S: 00:00:00 processing, −3.90 TRX',
      '    rect rgba(240, 170, 40, 0.16)',
      '    Note left of S: 3.90 TRX debited, client does not know',
      '    S--xC: no response, connection-reset, 3 ms',
      '    Note over C,R: clock advanced by 1 d 1 h, 2026-01-02',
      '    S-xR: order.delegating, not reached',
      '    end',
      '    S--)R: order.delegating',
    ]);
  });

  test('text of clients starts no statement, entity or markup', () => {
    const lines = diagramMermaid(HOSTILE_DIAGRAM).split('\n');
    expect(lines).toHaveLength(8);
    for (const line of lines) {
      expect(line.replaceAll(/#\d+;/g, '')).toMatch(
        /^(sequenceDiagram| {4}(title [^#;<>&"`]+|participant [CSR] as \w+|[CSR]-[->)x]+[CSR]: [^#;<>&"`]+|Note over (S|C,R): [^#;<>&"`]+))$/,
      );
    }
  });
});

test('a pause on a running clock is rounded to seconds, not cut off', () => {
  const pause = (ms: number): Gap => ({
    kind: 'gap',
    from: AT,
    to: new Date(Date.parse(AT) + ms).toISOString(),
    isAdvanced: false,
    isAhead: false,
  });
  expect([1_000, 2_999, 59_999, 3_661_000].map(ms => gapText(pause(ms)))).toEqual([
    '1 s later',
    '3 s later',
    '1 min later',
    '1 h 1 min later',
  ]);
});

describe('as SVG', () => {
  test.each([
    ['usual', diagram()],
    ['hostile', HOSTILE_DIAGRAM],
  ])('a %s diagram is well-formed, and refers to nothing outside of it', async (_, one) => {
    const svg = diagramSvg(one);
    const { valid, errors } = await validateXML({
      xml: [{ fileName: 'order.svg', contents: svg }],
      schema: [
        '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/2000/svg" elementFormDefault="qualified"><xs:element name="svg"><xs:complexType mixed="true"><xs:sequence><xs:any processContents="skip" minOccurs="0" maxOccurs="unbounded"/></xs:sequence><xs:anyAttribute processContents="skip"/></xs:complexType></xs:element></xs:schema>',
      ],
    });
    expect([valid, errors]).toEqual([true, []]);
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|<script|url\(|@import|href/);
  });

  test.each([280, 320, 390, 768, 1_440])('everything is inside of a drawing that is %i px wide', width => {
    const { rows, frame, height, width: drawn } = layOutDiagram(diagram(), width);
    expect(drawn).toBeLessThanOrEqual(width);
    for (const { attributes } of [...frame, ...rows.flatMap(({ shapes }) => shapes)]) {
      for (const name of ['x', 'x1', 'x2', 'cx']) {
        const x = Number(attributes[name] ?? 0) + (name === 'x' ? Number(attributes.width ?? 0) : 0);
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x).toBeLessThanOrEqual(drawn);
      }
      for (const name of ['y', 'y1', 'y2', 'cy']) {
        expect(Number(attributes[name] ?? 0)).toBeLessThanOrEqual(height);
      }
    }
  });

  test('each step is a sentence for those who do not see it', () => {
    expect(layOutDiagram(diagram(), 800).rows.map(({ label }) => label)).toEqual([
      '00:00:00, Client to Service: POST /order/',
      '00:00:00, Service: processing, −3.90 TRX',
      '00:00:00, 3.90 TRX debited, client does not know',
      '00:00:00, Service to Client: no response, connection-reset, 3 ms',
      'clock advanced by 1 d 1 h, 2026-01-02',
      '01:00:00, Service to Receiver: order.delegating, not reached',
      'Due 01:00:00, Service to Receiver: order.delegating',
    ]);
  });
});
