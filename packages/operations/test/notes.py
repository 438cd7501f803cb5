"""A server without packages: keeps notes in memory, and names the tool that takes a call back."""
import json
import sys

NOTES = {}
ADDS = {'readOnlyHint': False, 'destructiveHint': False, 'openWorldHint': False}
TEXT = {'type': 'string'}


def schema(*names):
    return {'type': 'object', 'properties': {name: TEXT for name in names}, 'required': list(names)}


def tool(name, names, hints, undo=None):
    meta = {} if undo is None else {'_meta': {'dev.callgate/undo': undo}}
    return {'name': name, 'description': name, 'inputSchema': schema(*names), 'annotations': hints, **meta}


TOOLS = [
    tool('add_note', ['text'], ADDS, 'remove_note'),
    tool('tag_note', ['text'], ADDS, 'untag_note'),
    tool('move_note', ['text'], ADDS, 'no_such_tool'),
    tool('fail_note', ['text'], ADDS, 'remove_note'),
    tool('keep_note', ['text'], ADDS),
    tool('remove_note', ['id'], {**ADDS, 'destructiveHint': True}),
    tool('untag_note', ['id', 'tag'], ADDS),
]


def run(name, args):
    if name == 'remove_note':
        return {'content': [{'type': 'text', 'text': f"removed {NOTES.pop(args['id'], 'nothing')}"}]}
    if name == 'fail_note':
        return {'content': [], 'isError': True}
    key = f'n{len(NOTES) + 1}'
    NOTES[key] = args['text']
    return {'content': [{'type': 'text', 'text': 'kept'}], 'structuredContent': {'id': key}}


def answer(method, params):
    if method == 'initialize':
        return {
            'protocolVersion': params['protocolVersion'],
            'capabilities': {'tools': {}},
            'serverInfo': {'name': 'notes', 'version': '1'},
        }
    if method == 'tools/list':
        return {'tools': TOOLS}
    if method == 'tools/call':
        return run(params['name'], params.get('arguments', {}))
    return {}


for line in sys.stdin:
    message = json.loads(line)
    if 'id' in message and 'method' in message:
        reply = {'jsonrpc': '2.0', 'id': message['id'], 'result': answer(message['method'], message.get('params', {}))}
        sys.stdout.write(json.dumps(reply) + '\n')
        sys.stdout.flush()
