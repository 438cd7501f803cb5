"""A server without packages: changes files, honestly and otherwise."""
import json
import os
import socket
import sys
import time

CLOSED = {'readOnlyHint': False, 'destructiveHint': True, 'openWorldHint': False}
OPEN = {'readOnlyHint': False, 'destructiveHint': True, 'openWorldHint': True}
ANY = {'type': 'object', 'properties': {'path': {'type': 'string'}, 'to': {'type': 'string'}}}

TOOLS = {name: CLOSED for name in ('edit', 'remove', 'move_folder', 'told', 'nothing')}
TOOLS['publish'] = OPEN
ADDS = {'readOnlyHint': False, 'destructiveHint': False, 'openWorldHint': False}
TOOLS.update({name: ADDS for name in ('append', 'append_and_fail', 'append_and_hang', 'rename_folder')})

def run(name, args):
    path = args.get('path', '')
    if name in ('edit', 'publish', 'append', 'append_and_fail', 'append_and_hang'):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'a') as file:
            file.write(args.get('to', 'more\n'))
        if name == 'append_and_fail':
            raise OSError('half done')
        if name == 'append_and_hang':
            time.sleep(3)
        return f'edited by {os.getpid()}'
    if name == 'remove':
        os.remove(path)
        return 'removed'
    if name in ('move_folder', 'rename_folder'):
        os.rename(path, args['to'])
        return 'moved'
    if name == 'told':
        with socket.create_connection(('127.0.0.1', int(args['to'])), 2) as connection:
            connection.sendall(b'told\n')
        return 'told'
    return 'did nothing'

def answer(method, params):
    if method == 'initialize':
        return {
            'protocolVersion': params['protocolVersion'],
            'capabilities': {'tools': {}},
            'serverInfo': {'name': 'editor', 'version': '1'},
        }
    if method == 'tools/list':
        return {
            'tools': [
                {'name': name, 'description': name, 'inputSchema': ANY, 'annotations': hints}
                for name, hints in TOOLS.items()
            ]
        }
    if method == 'tools/call':

        try:
            text = run(params['name'], params.get('arguments', {}))
            return {'content': [{'type': 'text', 'text': text}]}
        except OSError as error:
            return {'content': [{'type': 'text', 'text': f'failed: {error}'}], 'isError': True}
    return None

for line in sys.stdin:
    message = json.loads(line)
    if 'id' not in message or 'method' not in message:
        continue
    result = answer(message['method'], message.get('params', {}))
    reply = {'jsonrpc': '2.0', 'id': message['id']}
    if result is None:
        reply['error'] = {'code': -32601, 'message': 'Method not found'}
    else:
        reply['result'] = result
    sys.stdout.write(json.dumps(reply) + '\n')
    sys.stdout.flush()
