import { diagramMermaid } from './mermaid.ts';
import type { Diagram } from './steps.ts';
import { diagramSvg } from './svg.ts';

/** Renders a diagram in each format: for issues and pull requests, and as a file. */
const RENDERERS = { mermaid: diagramMermaid, svg: diagramSvg };

export type DiagramFormat = keyof typeof RENDERERS;
export const DIAGRAM_FORMATS = Object.keys(RENDERERS) as readonly DiagramFormat[];

export const renderDiagram = (diagram: Diagram, format: DiagramFormat): string => RENDERERS[format](diagram);
