import type { Page } from '../text/table.ts';
import { diagramMermaid } from './mermaid.ts';
import type { Diagram } from './steps.ts';
import { diagramSvg } from './svg.ts';
import { diagramText } from './text.ts';

/** The formats of a diagram: for a terminal, for issues and pull requests, and as a file. */
export const DIAGRAM_FORMATS = ['text', 'mermaid', 'svg'] as const;
export type DiagramFormat = (typeof DIAGRAM_FORMATS)[number];

/** Renders a diagram. @param page the width and colors of text; the other formats do not use it */
export function renderDiagram(diagram: Diagram, format: DiagramFormat, page: Page): string {
  switch (format) {
    case 'text':
      return diagramText(diagram, page);
    case 'mermaid':
      return diagramMermaid(diagram);
    case 'svg':
      return diagramSvg(diagram);
  }
}
