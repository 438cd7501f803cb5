import { Untrusted } from './untrusted.tsx';

/** A tool and the server it belongs to. */
export const ToolName = ({ server, tool }: { server: string; tool: string }) => (
  <span className="tool-name">
    <Untrusted className="tool-name-server" text={server} max={120} />
    <span className="tool-name-slash">/</span>
    <Untrusted className="tool-name-tool" text={tool} max={160} />
  </span>
);
